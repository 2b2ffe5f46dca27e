import Glibc

/// A new directory below the system's temporary one, removed with everything in it when this object goes.
package final class TestDirectory: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/windsock-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "mkdtemp: \(errno)")
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? ShellCommand.run("rm -rf '\(path)'")
    }

    package func file(_ name: String) -> String { path + "/" + name }

    package func write(_ text: String, to name: String) {
        guard let stream = fopen(file(name), "w") else { preconditionFailure("fopen: \(errno)") }
        fputs(text, stream)
        fclose(stream)
    }

    /// Empty when there is no such file.
    package func bytes(_ name: String) -> [UInt8] { TestDirectory.bytes(of: file(name)) }

    package func read(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

    /// The text of any file; empty when there is none.
    package static func contents(of path: String) -> String {
        String(decoding: bytes(of: path), as: UTF8.self)
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let stream = fopen(path, "r") else { return [] }
        defer { fclose(stream) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&piece, 1, piece.count, stream), count > 0 {
            contents += piece[..<count]
        }
        return contents
    }
}
