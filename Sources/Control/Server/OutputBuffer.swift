import Glibc

/// Bytes that wait for a client to read.
struct OutputBuffer {
    enum Progress {
        /// Nothing waits any more.
        case done
        /// The socket is full; whether it took anything at all.
        case stuck(tookSome: Bool)
        /// The client has hung up.
        case broken
    }

    private var bytes: [UInt8] = []
    private var sent = 0

    var count: Int { bytes.count - sent }

    /// Appends a message and its NUL.
    mutating func append(_ message: [UInt8]) {
        if sent > 0 {
            bytes.removeSubrange(..<sent)
            sent = 0
        }
        bytes.append(contentsOf: message)
        bytes.append(0)
    }

    /// Sends what a non-blocking socket takes.
    mutating func send(to descriptor: Int32) -> Progress {
        var tookSome = false
        while count > 0 {
            let result = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if result > 0 {
                sent += result
                tookSome = true
            } else if errno == EAGAIN {
                return .stuck(tookSome: tookSome)
            } else if errno != EINTR {
                return .broken
            }
        }
        removeAll()
        return .done
    }

    mutating func removeAll() {
        bytes = []
        sent = 0
    }
}
