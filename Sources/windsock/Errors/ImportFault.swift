/// What is wrong with a line of an imported file.
package struct ImportFault: Error, Equatable, Sendable {
    package let line: Int
    package let what: String

    package init(line: Int, what: String) {
        self.line = line
        self.what = what
    }
}
