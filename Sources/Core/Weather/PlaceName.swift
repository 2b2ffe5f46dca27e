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
    /// - Throws: `Fault` for a label that is empty, longer than `lengthLimit` characters (or 400 bytes), or holds control
    ///   or text-direction characters.
    package static func validated(_ text: String) throws(Fault) -> String {
        var trimmed = Substring(text)
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        guard !trimmed.isEmpty else { throw .empty }
        guard trimmed.count <= lengthLimit, trimmed.utf8.count <= 4 * lengthLimit else {
            throw .tooLong(trimmed.count)
        }
        guard !trimmed.unicodeScalars.contains(where: \.isControlOrBidirectional) else {
            throw .unprintable
        }
        return String(trimmed)
    }

    /// What two labels are compared by: letter case does not distinguish them.
    package static func key(_ name: String) -> String { name.lowercased() }
}
