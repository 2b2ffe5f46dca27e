/// How a server is reached: directly, or through a proxy.
///
/// What is resolved and connected to is the first hop.
package struct Route: Hashable, Sendable {
    package var origin: Origin
    package var proxy: Proxy?

    package init(to origin: Origin, through proxy: Proxy? = nil) {
        self.origin = origin
        self.proxy = proxy
    }

    /// The way to `origin` that `policy` prescribes.
    package init(to origin: Origin, policy: ProxyPolicy) {
        self.init(to: origin, through: policy.proxy(for: origin))
    }

    /// The host whose addresses are needed: the proxy's, else the server's.
    package var firstHost: String { proxy?.host ?? origin.host }
    package var firstPort: UInt16 { proxy?.port ?? origin.port }
}
