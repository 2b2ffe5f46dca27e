package import Core
import Glibc

/// An IPv4 or IPv6 address.
package struct ResolvedAddress: Hashable, Sendable, CustomStringConvertible {
    package let family: PathRoute.Family
    /// 4 or 16 bytes, in network order.
    package let bytes: [UInt8]
    /// The text form of inet_ntop(3).
    package let text: String

    /// Nil unless there are 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: family = .ipv4
        case 16: family = .ipv6
        default: return nil
        }
        self.bytes = bytes
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let kind = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(kind, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A literal address in the forms of inet_pton(3), brackets not included.
    ///
    /// Nil for a name.
    package init?(literal text: String) {
        // To C the text ends here, and what follows would be passed over.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes[..<4]))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    package var description: String { text }

    /// 127.0.0.0/8 or `::1`, also mapped into IPv6.
    package var isLoopback: Bool {
        switch family {
        case .ipv4: bytes[0] == 127
        case .ipv6: bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1 || embedded?.isLoopback == true
        }
    }

    /// Whether the address can be nobody's on the Internet: loopback, link-local, private (RFC 1918), unique
    /// local (RFC 4193), shared (RFC 6598) or unspecified.
    ///
    /// The answer of a portal or a filter, when the name is public.
    package var isPrivate: Bool {
        switch family {
        case .ipv4:
            switch (bytes[0], bytes[1]) {
            case (0, _), (10, _), (127, _), (169, 254), (192, 168): true
            case (172, 16...31), (100, 64...127): true
            default: false
            }
        case .ipv6:
            isLoopback || bytes.allSatisfy { $0 == 0 } || bytes[0] & 0xFE == 0xFC
                || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) || embedded?.isPrivate == true
        }
    }

    /// The IPv4 address of `::ffff:a.b.c.d`.
    private var embedded: ResolvedAddress? {
        guard family == .ipv6, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF
        else { return nil }
        return ResolvedAddress(bytes: Array(bytes[12...]))
    }
}
