/// What the synchroniser must remember across a restart, so that nothing fires earlier than before it.
///
/// Times are wall-clock: boot-time moments do not survive a reboot.
package struct SyncMemory: Equatable, Sendable {
    package var schedules: [ScheduleRecord]
    package var gates: [GateRecord]
    package var month: MonthRecord?

    package init(
        schedules: [ScheduleRecord] = [], gates: [GateRecord] = [], month: MonthRecord? = nil
    ) {
        self.schedules = schedules
        self.gates = gates
        self.month = month
    }
}

/// The fetch state of one place and kind.
package struct ScheduleRecord: Equatable, Sendable {
    package var place: PlaceID
    package var kind: WeatherKind
    /// The last answer that was stored or found unchanged.
    package var succeededAt: UnixTime?
    /// Calls already made in the current cycle; 0 between cycles.
    package var attempt: Int
    /// Cycles in a row that were given up.
    package var failedCycles: Int
    /// Not before this time; nil when due by its interval alone.
    package var nextAttemptAt: UnixTime?
    package var lastFailure: FailureRecord?

    package init(
        place: PlaceID, kind: WeatherKind, succeededAt: UnixTime? = nil, attempt: Int = 0,
        failedCycles: Int = 0, nextAttemptAt: UnixTime? = nil, lastFailure: FailureRecord? = nil
    ) {
        self.place = place
        self.kind = kind
        self.succeededAt = succeededAt
        self.attempt = attempt
        self.failedCycles = failedCycles
        self.nextAttemptAt = nextAttemptAt
        self.lastFailure = lastFailure
    }
}

/// The newest failure of a place, as `status` shows it.
package struct FailureRecord: Equatable, Sendable {
    package var at: UnixTime
    package var kind: WeatherKind?
    package var label: String
    package var code: Int?
    package var httpStatus: Int?
    package var message: String

    package init(
        at: UnixTime, kind: WeatherKind?, label: String, code: Int?, httpStatus: Int?, message: String
    ) {
        self.at = at
        self.kind = kind
        self.label = label
        self.code = code
        self.httpStatus = httpStatus
        self.message = message
    }
}

/// What holds the whole account back.
package enum GateKind: String, CaseIterable, Sendable {
    case key
    case quota
    case breaker
}

/// A closed gate.
package struct GateRecord: Equatable, Sendable {
    package var kind: GateKind
    /// When the next call (a canary, for key and breaker) may go out.
    package var until: UnixTime
    /// How often it has closed, or its canary failed, in a row; the delays grow with it.
    package var step: Int
    /// When it first closed.
    package var since: UnixTime
    /// For the key gate: which key was refused, as a digest that does not tell the key.
    package var digest: Int64?

    package init(kind: GateKind, until: UnixTime, step: Int, since: UnixTime, digest: Int64? = nil) {
        self.kind = kind
        self.until = until
        self.step = step
        self.since = since
        self.digest = digest
    }
}

/// Calls made in one UTC calendar month.
package struct MonthRecord: Equatable, Sendable {
    package var start: UnixTime
    package var used: Int

    package init(start: UnixTime, used: Int) {
        self.start = start
        self.used = used
    }
}

/// One line of the fetch journal.
package struct AttemptRecord: Equatable, Sendable {
    package var at: UnixTime
    /// Nil for a look-up on behalf of `add` or `search`.
    package var place: PlaceID?
    /// A `WeatherKind`, or `geocode`.
    package var kind: String
    /// 1 for the first call of a cycle.
    package var attempt: Int
    /// `stored`, `unchanged` or the failure's label.
    package var outcome: String
    package var code: Int?
    package var httpStatus: Int?
    package var curlCode: Int?
    package var osErrno: Int?
    package var phase: ConnectionPhase?
    package var duration: Duration
    package var bytes: Int
    /// What was decided: `next` (the regular schedule), `wait_online`, `wait_timer`, `wait_key`,
    /// `wait_quota`, `wait_place`, `give_up`.
    package var decision: String
    package var retryAt: UnixTime?

    package init(
        at: UnixTime, place: PlaceID?, kind: String, attempt: Int, outcome: String, code: Int? = nil,
        httpStatus: Int? = nil, curlCode: Int? = nil, osErrno: Int? = nil, phase: ConnectionPhase? = nil,
        duration: Duration, bytes: Int, decision: String, retryAt: UnixTime? = nil
    ) {
        self.at = at
        self.place = place
        self.kind = kind
        self.attempt = attempt
        self.outcome = outcome
        self.code = code
        self.httpStatus = httpStatus
        self.curlCode = curlCode
        self.osErrno = osErrno
        self.phase = phase
        self.duration = duration
        self.bytes = bytes
        self.decision = decision
        self.retryAt = retryAt
    }
}

/// One published change of reachability, as the history keeps it.
package struct ReachabilityRecord: Equatable, Sendable {
    package var at: UnixTime
    package var state: ReachabilityState
    package var reason: ReachabilityReason
    package var generation: Int

    package init(at: UnixTime, state: ReachabilityState, reason: ReachabilityReason, generation: Int) {
        self.at = at
        self.state = state
        self.reason = reason
        self.generation = generation
    }
}

/// What a successful fetch did to the store.
package enum StoredOutcome: String, Sendable {
    /// New data.
    case stored
    /// The answer repeated what was there; only the time of the check moved.
    case unchanged
}
