import Glibc

/// A file of its own with a text in it; removed with the object.
final class TemporaryFile: Sendable {
    struct Failure: Error {
        let code: Int32
    }

    let path: String

    init(_ text: String) throws(Failure) {
        var template = Array("/tmp/windsock-simulator-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        close(descriptor)
        path = template.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) } ?? ""
        }
        try write(text)
    }

    deinit {
        unlink(path)
    }

    func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(code: errno) }
    }
}
