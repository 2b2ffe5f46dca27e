import Glibc

/// A file, or standard input, read whole.
enum InputFile {
    enum Failure: Error {
        case system(Int32)
    }

    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - limit: more bytes than this are EFBIG.
    static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(.system(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let (count, number) = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { chunk in
                let count = Glibc.read(descriptor, chunk.baseAddress, chunk.count)
                if count > 0 { bytes.append(contentsOf: chunk.prefix(count)) }
                return (count, errno)
            }
            if count == 0 { return .success(bytes) }
            if count < 0, number != EINTR { return .failure(.system(number)) }
            if bytes.count > limit { return .failure(.system(EFBIG)) }
        }
    }
}
