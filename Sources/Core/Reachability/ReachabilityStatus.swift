/// Whether the service can be reached, as published.
package enum ReachabilityState: String, CaseIterable, Sendable {
    case unknown
    case online
    case offline
}

/// Why the state is what it is; `none` while online and unknown.
package enum ReachabilityReason: String, CaseIterable, Sendable {
    case none
    /// The kernel has no usable route.
    case noPath = "no_path"
    /// Names cannot be resolved.
    case dns
    /// No TCP connection.
    case connect
    /// No TLS handshake.
    case tls
    /// Somebody else answers: a sign-in page, an interceptor.
    case captive
    /// Certificates cannot be checked because this machine's clock is wrong.
    case clock
    /// The service is down; the witness answers.
    case target
    /// `windsock force`.
    case forced
}

/// One published value.
///
/// Values are level-triggered: an observer that sees the newest has missed nothing that matters.
package struct ReachabilityStatus: Equatable, Sendable {
    package var state: ReachabilityState
    package var reason: ReachabilityReason
    /// When this state was first published, with whatever reason, on both clocks.
    package var since: Moment
    package var sinceWall: UnixTime
    /// Rises with every change of path, address or gateway and every resume.
    ///
    /// Evidence and connections belong to one.
    package var generation: Int
    /// Rises with every published change; `wait for online of a later seq` needs it.
    package var sequence: Int

    package init(
        state: ReachabilityState, reason: ReachabilityReason, since: Moment, sinceWall: UnixTime,
        generation: Int, sequence: Int
    ) {
        self.state = state
        self.reason = reason
        self.since = since
        self.sinceWall = sinceWall
        self.generation = generation
        self.sequence = sequence
    }
}

/// The steps of reaching a server, in order.
///
/// Also the phase in which something failed.
package enum ConnectionPhase: String, CaseIterable, Comparable, Sendable {
    case dns
    case connect
    case tls
    case request
    case response

    package static func < (left: ConnectionPhase, right: ConnectionPhase) -> Bool {
        left.order < right.order
    }

    private var order: Int {
        switch self {
        case .dns: 0
        case .connect: 1
        case .tls: 2
        case .request: 3
        case .response: 4
        }
    }
}
