import Glibc

/// A numeric IPv4 or IPv6 address with a port: `127.0.0.1:80`, `[::1]:80`.
struct ListenAddress: Equatable, Sendable {
    let host: String
    let isIPv6: Bool
    var port: UInt16

    static let loopback = ListenAddress(host: "127.0.0.1", isIPv6: false, port: 0)

    private init(host: String, isIPv6: Bool, port: UInt16) {
        self.host = host
        self.isIPv6 = isIPv6
        self.port = port
    }

    /// Nil unless the text is a numeric address and a port; names are not looked up.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            self.init(host: String(host.dropFirst().dropLast()), isIPv6: true, port: port)
        } else {
            self.init(host: String(host), isIPv6: false, port: port)
        }
        guard withSocketAddress({ _, _ in true }) ?? false else { return nil }
    }

    var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Calls `body` with the address as bind(2) wants it; nil when the host is not numeric.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
