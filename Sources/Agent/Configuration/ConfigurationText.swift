import Core

/// The lines of a configuration file: sections in brackets, `key = value`, comments after `#` or `;` at the
/// start of a line.
///
/// Values go to the end of the line, without surrounding blanks; nothing is quoted.
///
/// libinih as packaged knows no line numbers, stops at the first fault and cuts long lines, so this is ours
/// (`docs/decisions/0002-own-configuration-parser.md`).
struct ConfigurationText: Equatable {
    struct Entry: Equatable {
        var section: String
        var key: String
        var value: String
        /// From 1.
        var line: Int
    }

    static let sizeLimit = 65_536

    private(set) var entries: [Entry] = []
    private(set) var faults: [ConfigurationFault] = []

    /// Reads all lines and notes every fault instead of stopping at one.
    init(_ bytes: [UInt8]) {
        guard bytes.count <= ConfigurationText.sizeLimit else {
            faults.append(ConfigurationFault(line: nil, "the file is larger than 64 KiB"))
            return
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            faults.append(ConfigurationFault(line: nil, "the file is not UTF-8"))
            return
        }
        var section: String?
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            read(raw.trimmingBlanks(index == 0), line: index + 1, section: &section)
        }
    }

    private mutating func read(_ text: Substring, line: Int, section: inout String?) {
        guard let first = text.first, first != "#", first != ";" else { return }
        if first == "[" {
            guard text.last == "]", text.count > 2 else {
                faults.append(ConfigurationFault(line: line, "a section looks like [sync]"))
                return
            }
            section = String(text.dropFirst().dropLast())
            return
        }
        guard let equals = text.firstIndex(of: "=") else {
            faults.append(
                ConfigurationFault(
                    line: line, "neither a section nor key = value: \(String(text).printable(limit: 40))"))
            return
        }
        guard let section else {
            faults.append(ConfigurationFault(line: line, "this line stands before the first section"))
            return
        }
        let key = String(text[..<equals].trimmingBlanks(false))
        let value = String(text[text.index(after: equals)...].trimmingBlanks(false))
        if entries.contains(where: { $0.section == section && $0.key == key }) {
            faults.append(ConfigurationFault(line: line, "\(key.printable()) is set a second time"))
            return
        }
        entries.append(Entry(section: section, key: key, value: value, line: line))
    }
}

/// What is wrong with a configuration, and in which line.
package struct ConfigurationFault: Error, Equatable, Sendable {
    /// From 1; nil for a fault of the whole file.
    package var line: Int?
    package var message: String

    package init(line: Int?, _ message: String) {
        self.line = line
        self.message = message
    }

    /// `/etc/windsock/windsock.conf:12: …`, as compilers write it.
    package func described(in file: String) -> String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(message)"
    }
}

extension Substring {
    fileprivate func trimmingBlanks(_ dropsByteOrderMark: Bool) -> Substring {
        var text = self
        if dropsByteOrderMark, text.unicodeScalars.first == "\u{FEFF}" {
            text = Substring(text.unicodeScalars.dropFirst())
        }
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
