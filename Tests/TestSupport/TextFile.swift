package import Glibc

/// Whole files for tests.
package enum TextFile {
    /// Writes a file, over one that is there.
    package static func write(_ text: String, to path: String, mode: mode_t = 0o644) {
        write(Array(text.utf8), to: path, mode: mode)
    }

    /// Writes a file, over one that is there.
    package static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o644) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        precondition(descriptor >= 0, "\(path): errno \(errno)")
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "\(path): errno \(errno)")
        close(descriptor)
    }

    /// The text of a file; empty when there is none.
    package static func read(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

    /// The bytes of a file; empty when there is none.
    package static func bytes(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &piece, piece.count), count > 0 {
            contents += piece[..<count]
        }
        return contents
    }
}
