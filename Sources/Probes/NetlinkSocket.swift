import CLinux
import Core
import EventLoop
import Glibc
import Transfer

/// A NETLINK_ROUTE socket (rtnetlink(7)), closed with this object.
@LoopActor
final class NetlinkSocket {
    enum Received {
        /// The decoded messages of one recv(2).
        case messages([clinux_route_message])
        /// Nothing more for now.
        case empty
        /// The kernel had more to say than there was room for (ENOBUFS): messages are lost.
        case overrun
        case failed(errno: Int32)
    }

    /// The kernel's own pieces of a dump are half of this.
    private static let bufferSize = 65_536

    let descriptor: Int32

    /// Takes over a socket that clinux_netlink_open has made.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    isolated deinit {
        close(descriptor)
    }

    func receive() -> Received {
        withUnsafeTemporaryAllocation(byteCount: NetlinkSocket.bufferSize, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                switch errno {
                case EAGAIN, EINTR: return .empty
                case ENOBUFS: return .overrun
                default: return .failed(errno: errno)
                }
            }
            return .messages(decode(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        }
    }

    private func decode(_ bytes: UnsafeRawBufferPointer) -> [clinux_route_message] {
        let capacity = bytes.count / 8
        return [clinux_route_message](unsafeUninitializedCapacity: capacity) { messages, count in
            count = Int(
                max(
                    0,
                    clinux_netlink_decode(
                        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, messages.baseAddress,
                        Int32(capacity))))
        }
    }

    /// How the kernel would reach an address, nil when it would not.
    ///
    /// The kernel answers within send(2): the answer waits in the socket when that returns, so nothing blocks
    /// here.
    func route(to address: ResolvedAddress, sequence: UInt32) -> KernelRoute? {
        let family = UInt8(address.family == .ipv4 ? AF_INET : AF_INET6)
        guard clinux_netlink_route_to(descriptor, family, address.bytes, sequence) == 0 else { return nil }
        while case .messages(let messages) = receive() {
            for message in messages where message.sequence == sequence {
                guard case .route(let route, _) = RouteMessage(message) else { return nil }
                return route
            }
        }
        return nil
    }
}
