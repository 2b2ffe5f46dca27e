import Core

/// A proxy, as a URL of CURLOPT_PROXY names it.
///
/// It may carry a password and is described without it.
package struct Proxy: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package enum Scheme: String, CaseIterable, Sendable {
        case http
        case https
        case socks4
        case socks4a
        case socks5
        case socks5h

        /// What curl takes for a proxy URL without a port.
        var standardPort: UInt16 { self == .https ? 443 : 1080 }

        /// Names of servers are left to a SOCKS proxy: our own resolver is asked about the first hop only.
        var thatResolves: Scheme {
            switch self {
            case .socks4: .socks4a
            case .socks5: .socks5h
            default: self
            }
        }
    }

    package let scheme: Scheme
    /// A name or a literal address; an IPv6 address without its brackets.
    package let host: String
    package let port: UInt16
    /// `user:password`, percent-encoded, or nil.
    private let credentials: String?

    /// Parses `[scheme://][user[:password]@]host[:port][/]`; http where no scheme is given.
    ///
    /// Nil for anything else.
    package init?(_ text: String) {
        var rest = text[...]
        var scheme = Scheme.http
        if let separator = text.firstRange(of: "://") {
            guard let named = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else { return nil }
            scheme = named
            rest = text[separator.upperBound...]
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        credentials = rest.lastIndex(of: "@").map { String(rest[..<$0]) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        guard let (text, port) = Proxy.hostAndPort(rest), let host = HostName.validated(text),
            Proxy.isPlain(credentials ?? "-")
        else { return nil }
        self.scheme = scheme.thatResolves
        self.host = host
        self.port = port ?? scheme.standardPort
    }

    /// The value of CURLOPT_PROXY.
    ///
    /// Secret: it may carry a password.
    var url: String {
        "\(scheme.rawValue)://" + (credentials.map { $0 + "@" } ?? "") + authority
    }

    package var description: String { "\(scheme.rawValue)://" + authority }
    package var debugDescription: String { description }

    private var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    private static func hostAndPort(_ text: Substring) -> (host: Substring, port: UInt16?)? {
        var end = text.firstIndex(of: ":") ?? text.endIndex
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            end = text.index(after: bracket)
        }
        guard end < text.endIndex else { return (text, nil) }
        guard text[end] == ":", let port = text[text.index(after: end)...].digits(as: UInt16.self), port > 0
        else { return nil }
        return (text[..<end], port)
    }

    /// Whether this can stand before the `@` of a URL.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#".utf8.contains($0) }
    }
}
