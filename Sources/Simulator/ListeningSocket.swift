import Glibc

/// A bound TCP socket whose listening can be stopped and begun again without giving up the port.
///
/// shutdown(2) takes a listening socket back to the closed state but leaves it bound: connects are refused,
/// those in the backlog are reset, and nobody else can get the port in between.
final class ListeningSocket: Sendable {
    /// Where it listens, with the port the kernel chose.
    let address: ListenAddress
    private let descriptor: Int32

    /// Binds, and does not listen yet.
    init(_ address: ListenAddress) throws(SimulatorError) {
        guard address.port == 0 else {
            descriptor = try Self.bound(to: address)
            self.address = address
            return
        }
        // shutdown(2) gives back a port that the kernel chose and keeps one that was named. So the choice
        // is named by a second socket, which SO_REUSEADDR allows as long as neither listens.
        let choice = try Self.bound(to: address)
        defer { close(choice) }
        var chosen = address
        chosen.port = Self.port(of: choice)
        descriptor = try Self.bound(to: chosen)
        self.address = chosen
    }

    deinit {
        close(descriptor)
    }

    /// Listens, and returns a second descriptor of the socket, which the caller owns.
    func open() throws(SimulatorError) -> Int32 {
        guard listen(descriptor, 1024) == 0 else {
            throw .cannotListen(address: address.text, code: errno)
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .cannotListen(address: address.text, code: errno) }
        return copy
    }

    /// From here on connects are refused.
    func refuse() {
        shutdown(descriptor, Int32(SHUT_RD))
    }

    private static func bound(to address: ListenAddress) throws(SimulatorError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { throw .cannotListen(address: address.text, code: errno) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if address.isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
        guard address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            throw .cannotListen(address: address.text, code: code)
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let asked = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
            guard asked == 0 else { return 0 }
            // sin_port and sin6_port lie at the same place.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }
}
