/// Where a server is: scheme, host and port.
package struct Origin: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case https
        case http
    }

    package var scheme: Scheme
    /// A name or a literal address; an IPv6 address without its brackets.
    package var host: String
    package var port: UInt16

    package init(scheme: Scheme, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// As a URL begins, the port always included: `https://openweathermap.org:443`.
    package var url: String { "\(scheme.rawValue)://\(authority)" }

    /// `host:port`, an IPv6 address in brackets.
    package var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
