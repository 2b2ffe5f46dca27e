import Control
import Core
import EventLoop
import Glibc
import TestSupport
import Testing

/// The command before a socket on which somebody else answers.
struct ForeignDaemonTests {
    /// Answers every message with the same text; ends with the object.
    private final class Answerer: Sendable {
        private let listener: Int32

        init(path: String, _ text: String) throws {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
            }
            guard isBound, listen(listener, 8) == 0 else { throw SystemCallFailure(call: "bind " + path) }
            self.listener = listener
            let reply = Array(text.utf8) + [0]
            WorkerThread(name: "test-answerer").submit {
                while case let client = accept(listener, nil, nil), client >= 0 {
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    while case let count = recv(client, &bytes, bytes.count, 0), count > 0 {
                        for _ in bytes[..<count].filter({ $0 == 0 }) {
                            _ = send(client, reply, reply.count, Int32(MSG_NOSIGNAL))
                        }
                    }
                    close(client)
                }
            }
        }

        deinit {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }
    }

    @Test(arguments: [
        (#"{"parameters":{"schema":2}}"#, "schema is not 1"),
        (#"{"parameters":{"schema":1}}"#, "version is not a string"),
        ("no JSON", ""),
    ])
    func `an answer of another version, or none, is told as such`(_ reply: String, _ why: String) async throws
    {
        let windsock = Windsock()
        let answerer = try Answerer(path: windsock.directories.socket, reply)
        let outcome = try await windsock("status")
        #expect(outcome.code == 74)
        #expect(outcome.errors.hasPrefix("windsock: the answer of windsockd cannot be understood: \(why)"))
        #expect(outcome.errors.hasSuffix("hint: windsock --version and windsockd --version should agree\n"))
        withExtendedLifetime(answerer) {}
    }
}
