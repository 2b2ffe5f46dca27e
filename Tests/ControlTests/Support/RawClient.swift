import Core
import EventLoop
import Glibc
import TestSupport
import Testing

/// A client that speaks in bytes, to say what no orderly client would.
final class RawClient {
    private let descriptor: Int32
    private var input: [UInt8] = []

    /// Far longer than anything here takes; only a fault makes anybody wait for it.
    static let patience: Duration = .seconds(20)

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemCallFailure(call: "connect") }
    }

    deinit { close(descriptor) }

    /// Writes all bytes; false when the other end has hung up.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }

    /// Writes messages, each with its NUL, in one go.
    @discardableResult
    func say(_ messages: String...) -> Bool {
        write(messages.flatMap { Array($0.utf8) + [0] })
    }

    /// Says that no more will come.
    func finishWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next reply; nil when the other end has hung up.
    func hear() throws -> JSONValue? {
        while true {
            if let end = input.firstIndex(of: 0) {
                let message = Array(input[..<end])
                input.removeFirst(end + 1)
                return try JSONValue(parsing: message)
            }
            guard try fill() else { return nil }
        }
    }

    /// Reads to the end and returns the replies.
    func hearAll() throws -> [JSONValue] {
        var replies: [JSONValue] = []
        while let reply = try hear() { replies.append(reply) }
        return replies
    }

    private func fill() throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(RawClient.patience.wholeMilliseconds)) > 0 else {
            throw SystemCallFailure(call: "poll")
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        input.append(contentsOf: chunk[..<count])
        return true
    }
}

extension JSONValue {
    /// The name of an error reply, behind its interface.
    var error: String? {
        self["error"]?.string.map { String($0.split(separator: ".").last ?? "") }
    }

    func parameter(_ name: String) -> JSONValue? { self["parameters"]?[name] }
}
