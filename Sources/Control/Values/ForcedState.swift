/// What `Force` sets the published reachability to, until the next start of the agent.
package enum ForcedState: String, CaseIterable, Sendable {
    case online
    case offline
    /// By evidence again.
    case auto
}
