import EventLoop
import Glibc

/// A server that says exactly what a test wants it to say, byte by byte, to one client after the other.
package final class RawServer: Sendable {
    private let listener: LoopbackListener
    private let thread: WorkerThread
    private let accepted: Lock<Int>

    /// Calls `serve` on a thread of its own with each connection, and closes the connection after.
    package init(_ serve: @escaping @Sendable (Connection) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let listener = LoopbackListener()
        let accepted = Lock(0)
        let thread = WorkerThread(name: "test-server")
        (self.listener, self.accepted, self.thread) = (listener, accepted, thread)
        thread.submit {
            while case let descriptor = accept(listener.descriptor, nil, nil), descriptor >= 0 {
                accepted.withLock { $0 += 1 }
                serve(Connection(descriptor: descriptor))
                close(descriptor)
            }
        }
    }

    deinit {
        shutdown(listener.descriptor, Int32(SHUT_RDWR))
    }

    package var port: UInt16 { listener.port }

    /// Connections so far.
    package var connectionCount: Int { accepted.withLock { $0 } }

    /// One client.
    package struct Connection: Sendable {
        package let descriptor: Int32

        /// Reads until an empty line: the header of a request.
        ///
        /// Returns what came.
        @discardableResult
        package func readRequest() -> String {
            var received: [UInt8] = []
            var byte: UInt8 = 0
            while !received.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(descriptor, &byte, 1, 0) == 1 {
                received.append(byte)
            }
            return String(decoding: received, as: UTF8.self)
        }

        /// False when the client is gone.
        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult
        package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Blocks for a while, as a slow server does.
        package func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

        /// Blocks until the client closes.
        package func awaitClose() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
        }

        /// Passes bytes between the client and a port of 127.0.0.1, both ways, until one of them closes.
        package func join(port: UInt16) {
            guard let other = LoopbackListener.connection(to: port) else { return }
            defer { close(other) }
            var ends = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while poll(&ends, 2, -1) > 0 {
                for (index, end) in ends.enumerated() where end.revents != 0 {
                    let count = recv(end.fd, &buffer, buffer.count, 0)
                    guard count > 0, Connection(descriptor: ends[1 - index].fd).send(Array(buffer[..<count]))
                    else {
                        return
                    }
                }
            }
        }

        /// The connection ends with RST instead of FIN.
        package func reset() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
    }
}
