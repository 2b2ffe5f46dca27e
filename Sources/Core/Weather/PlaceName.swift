/// The rules for a place's label.
///
/// They hold for every way in: command, protocol, import.
package enum PlaceName {
    /// Characters as a reader counts them.
    package static let lengthLimit = 100

    /// Why a label is refused.
    package enum Fault: Error, Equatable, Sendable {
        case empty
        case tooLong(Int)
        case unprintable
    }

    /// The label without surrounding white space.
    ///
    /// - Throws: `Fault` for a label that is empty, longer than `lengthLimit` characters (or 400 bytes), holds control
    ///   or text-direction characters, or has nothing that can be seen.
    package static func validated(_ text: String) throws(Fault) -> String {
        let label = text.trimmed()
        guard !label.isEmpty else { throw .empty }
        guard label.count <= lengthLimit, label.utf8.count <= 4 * lengthLimit else {
            throw .tooLong(label.count)
        }
        guard !label.unicodeScalars.contains(where: \.isControlOrBidirectional), label.hasVisibleSign else {
            throw .unprintable
        }
        return label
    }

    /// What two labels are compared by: letter case does not distinguish them.
    package static func key(_ name: String) -> String { name.lowercased() }
}
