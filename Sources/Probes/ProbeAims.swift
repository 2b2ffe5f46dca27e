package import Transfer

/// What a probe connects to, and how.
package struct ProbeAims: Equatable, Sendable {
    package var target: Route
    /// The same route as the target's counts as one aim.
    package var api: Route
    package var witness: Route?

    package init(target: Route, api: Route, witness: Route? = nil) {
        self.target = target
        self.api = api
        self.witness = witness
    }
}
