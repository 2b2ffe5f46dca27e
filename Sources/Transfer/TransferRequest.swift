/// A GET request to be sent.
///
/// The URL carries the API key: it is handed to curl and to nobody else, and no description shows it.
package struct TransferRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Secret.
    ///
    /// Its scheme, host and port are those of `route.origin`.
    package var url: String
    package var route: Route
    /// Addresses of `route.firstHost`, best first.
    ///
    /// Curl asks no name server itself; a literal host needs none.
    package var addresses: [ResolvedAddress]
    package var limits: TransferLimits
    /// Opens a new connection even if an earlier one is idle.
    package var freshConnection: Bool

    package init(
        url: String, route: Route, addresses: [ResolvedAddress], limits: TransferLimits = TransferLimits(),
        freshConnection: Bool = false
    ) {
        self.url = url
        self.route = route
        self.addresses = addresses
        self.limits = limits
        self.freshConnection = freshConnection
    }

    package var description: String { "GET \(route.origin.url)/…" }
    package var debugDescription: String { description }
}
