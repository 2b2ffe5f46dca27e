/// The `proxy` setting.
package enum ProxyPolicy: Hashable, Sendable {
    /// Never one.
    case none
    /// Always this one, except for loopback hosts.
    case fixed(Proxy)
    /// What the variables of the environment say, which are handed in once, at the start.
    case environment([String: String])

    /// The proxy on the way to `origin`, nil for a direct way.
    ///
    /// The variables are those curl(1) knows: `https_proxy`, `HTTPS_PROXY`, `http_proxy` (lower case only,
    /// because a web server sets the other from a header), `all_proxy`, `ALL_PROXY`, and `no_proxy`,
    /// `NO_PROXY`. A value that is no proxy URL counts as absent. Loopback hosts are always reached directly.
    package func proxy(for origin: Origin) -> Proxy? {
        guard !ProxyPolicy.isLoopback(origin.host) else { return nil }
        switch self {
        case .none: return nil
        case .fixed(let proxy): return proxy
        case .environment(let variables):
            if let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"],
                ProxyPolicy.excepts(origin.host, in: exceptions)
            {
                return nil
            }
            let names =
                switch origin.scheme {
                case .https: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
                case .http: ["http_proxy", "all_proxy", "ALL_PROXY"]
                }
            let value = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
            return value.flatMap { Proxy($0) }
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost")
            || ResolvedAddress(literal: host)?.isLoopback == true
    }

    /// The list is separated by commas or spaces; `*` means every host, `.example.org` and `example.org` a
    /// domain and everything below it.
    ///
    /// Networks in CIDR notation are not understood.
    private static func excepts(_ host: String, in list: String) -> Bool {
        list.split { $0 == "," || $0 == " " }.contains { entry in
            if entry == "*" { return true }
            let domain = (entry.hasPrefix(".") ? entry.dropFirst() : entry).lowercased()
            return host == domain || host.hasSuffix("." + domain)
        }
    }
}
