/// Everything that is wrong with a file of places, in order of its lines.
package struct PlaceFileFaults: Error, Equatable, Sendable {
    package let faults: [ImportFault]

    package init(faults: [ImportFault]) {
        self.faults = faults
    }
}
