import Glibc

/// Files that are read whole: certificates, the time file.
enum SmallFile {
    static let limit = 1 << 20

    /// - Throws: `unreadable` with errno; EFBIG beyond `limit`.
    static func read(_ path: String) throws(SimulatorError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(file: path, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count != 0 else { return bytes }
            guard count > 0 else { throw .unreadable(file: path, code: errno) }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw .unreadable(file: path, code: EFBIG) }
        }
    }
}
