/// A connection to be made, and closed again without a request.
package struct ConnectRequest: Sendable {
    package enum Depth: Equatable, Sendable {
        /// TCP to the first hop.
        case tcp
        /// TCP, a proxy's tunnel if there is one, and a verified TLS handshake with the server. An http
        /// origin has none: for it this is `tcp`.
        case tls
    }

    package var route: Route
    /// Addresses of `route.firstHost`, best first.
    package var addresses: [ResolvedAddress]
    package var depth: Depth
    /// For all of it.
    package var deadline: Duration

    package init(route: Route, addresses: [ResolvedAddress], depth: Depth, deadline: Duration) {
        self.route = route
        self.addresses = addresses
        self.depth = depth
        self.deadline = deadline
    }
}
