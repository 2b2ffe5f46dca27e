package import Core

/// The published reachability, as `status` shows it.
package struct ReachabilityReport: ControlValue {
    package var state: ReachabilityState
    package var reason: ReachabilityReason
    /// When this state and reason were first published; nil when nothing was published yet.
    package var since: UnixTime?
    package var generation: Int
    /// The host and port that are probed, `openweathermap.org:443`.
    package var target: String
    /// Nil until a probe has ended.
    package var lastProbe: ProbeEvidenceReport?

    package init(
        state: ReachabilityState, reason: ReachabilityReason, since: UnixTime?, generation: Int,
        target: String, lastProbe: ProbeEvidenceReport?
    ) {
        self.state = state
        self.reason = reason
        self.since = since
        self.generation = generation
        self.target = target
        self.lastProbe = lastProbe
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("state", state.rawValue)
        json.member("reason", reason.rawValue)
        json.time("since", since)
        json.member("generation", generation)
        json.member("target", target)
        json.member("last_probe", lastProbe)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        state = try object.choice("state")
        reason = try object.choice("reason")
        since = try object.optionalTime("since")
        generation = try object.integer("generation")
        target = try object.string("target")
        lastProbe = try object.optionalObject("last_probe")
    }
}
