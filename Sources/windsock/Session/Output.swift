import Glibc

/// Standard output, written in large pieces, and checked: a full disk behind a redirection is an error like
/// any other.
package struct Output {
    private var bytes: [UInt8] = []
    private let descriptor: Int32
    private let isASCII: Bool

    private static let pieceSize = 64 * 1024

    /// - Parameter isASCII: replace everything else, one character for one column, for a terminal that would
    ///   show it as noise.
    package init(descriptor: Int32, isASCII: Bool = false) {
        self.descriptor = descriptor
        self.isASCII = isASCII
    }

    /// Adds a line.
    mutating func line(_ text: String = "") throws(CommandError) {
        try write(text + "\n")
    }

    mutating func lines(_ lines: [String]) throws(CommandError) {
        for line in lines { try self.line(line) }
    }

    mutating func write(_ text: String) throws(CommandError) {
        bytes.append(contentsOf: (isASCII ? Output.ascii(text) : text).utf8)
        if bytes.count >= Output.pieceSize { try flush() }
    }

    /// Hands everything to the kernel.
    ///
    /// - Throws: `outputFailed`. A closed pipe ends the process by SIGPIPE, as it does any filter.
    mutating func flush() throws(CommandError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest.removeFirst(count)
            } else if errno != EINTR {
                throw .file(.outputFailed(errno: errno))
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// The text with nothing but ASCII in it.
    package static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var plain = ""
        for character in text {
            switch character {
            case "−", "–", "·": plain.append("-")
            case "°": plain.append(" ")
            case "…": plain.append("~")
            case "µ": plain.append("u")
            case "³": plain.append("3")
            case "≤": plain.append("<")
            case _ where character.isASCII: plain.append(character)
            default: plain += String(repeating: "?", count: DisplayWidth.of(character))
            }
        }
        return plain
    }
}
