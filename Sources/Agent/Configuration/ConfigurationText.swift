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
            // An editor's byte-order mark.
            let line = index == 0 && raw.first == "\u{FEFF}" ? raw.dropFirst() : raw
            read(line.trimmed(), line: index + 1, section: &section)
        }
    }

    private mutating func read(_ text: String, line: Int, section: inout String?) {
        guard let first = text.unicodeScalars.first, first != "#", first != ";" else { return }
        if first == "[" {
            guard text.last == "]", text.count > 2 else {
                faults.append(ConfigurationFault(line: line, "a section looks like [sync]"))
                return
            }
            section = String(text.unicodeScalars.dropFirst().dropLast())
            return
        }
        guard let parts = text.cut(at: "=") else {
            faults.append(
                ConfigurationFault(
                    line: line, "neither a section nor key = value: \(text.printable(limit: 40))"))
            return
        }
        guard let section else {
            faults.append(ConfigurationFault(line: line, "this line stands before the first section"))
            return
        }
        let key = parts.before.trimmed()
        let value = parts.after.trimmed()
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
