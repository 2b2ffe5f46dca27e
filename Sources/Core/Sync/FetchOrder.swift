/// One call to be made.
package struct FetchOrder: Equatable, Sendable {
    package enum Subject: Equatable, Sendable {
        /// For all places that share the position.
        case weather(WeatherKind, Coordinates, [PlaceID])
        /// On behalf of a pending place.
        case place(PlaceID, PlaceQuery)
        /// On behalf of somebody who waits for the answer.
        case lookUp(LookUpID, PlaceQuery)
    }

    /// Comes back with the result.
    package var token: Int
    package var subject: Subject
    /// 1 for the first call of a cycle.
    package var attempt: Int
    package var freshConnection: Bool
    /// The network it belongs to.
    package var generation: Int
}

/// One question by somebody who waits.
package struct LookUpID: Hashable, Sendable {
    package let rawValue: Int

    package init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}

/// What came of an order.
package struct FetchResult: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
        case stored(StoredOutcome)
        case candidates([PlaceCandidate])
        case failed(FetchFailure)
        /// A good answer that the store could not take.
        case notStored
    }

    package var outcome: Outcome
    /// From the call to the answer's last byte.
    package var duration: Duration
    package var bytes: Int
    /// Nil when there was no answer.
    package var httpStatus: Int?

    package init(outcome: Outcome, duration: Duration, bytes: Int, httpStatus: Int?) {
        self.outcome = outcome
        self.duration = duration
        self.bytes = bytes
        self.httpStatus = httpStatus
    }
}

/// What a place, or somebody's question, waits for.
package enum WaitReason: String, CaseIterable, Sendable {
    case interval
    case online
    case timer
    case key
    case quota
    case breaker
    case storage
    case pick
}

/// The state of one place as `status` shows it.
package struct PlaceProgress: Equatable, Sendable {
    package var waitingFor: WaitReason?
    /// Nil when no time is known (waiting for online, a key, a choice).
    package var nextAttempt: Moment?
    /// Calls made in the current cycle.
    package var attempt: Int
    package var lastFailure: FailureRecord?
    /// The last successful answer to the call for current weather.
    package var checkedAt: Moment?

    package init(
        waitingFor: WaitReason?, nextAttempt: Moment?, attempt: Int, lastFailure: FailureRecord?,
        checkedAt: Moment?
    ) {
        self.waitingFor = waitingFor
        self.nextAttempt = nextAttempt
        self.attempt = attempt
        self.lastFailure = lastFailure
        self.checkedAt = checkedAt
    }
}

/// What one job is about, as the journal names it: the first of the places that share it, and the kind or
/// `geocode`.
package struct JobName: Hashable, Sendable {
    package var place: PlaceID
    package var kind: String

    package init(place: PlaceID, kind: String) {
        self.place = place
        self.kind = kind
    }
}

/// What must be written down of one step so that a restart knows it: kept all together or not at all.
package struct SyncChange: Equatable, Sendable {
    package var attempts: [AttemptRecord]
    package var schedules: [ScheduleRecord]
    /// Gates that have closed, or whose next canary moved.
    package var gates: [GateRecord]
    package var openedGates: [GateKind]
    package var month: MonthRecord?
    package var reachability: [ReachabilityRecord]

    package init(
        attempts: [AttemptRecord] = [], schedules: [ScheduleRecord] = [], gates: [GateRecord] = [],
        openedGates: [GateKind] = [], month: MonthRecord? = nil, reachability: [ReachabilityRecord] = []
    ) {
        self.attempts = attempts
        self.schedules = schedules
        self.gates = gates
        self.openedGates = openedGates
        self.month = month
        self.reachability = reachability
    }

    /// Adds what came later: of the same thing the later state counts.
    package mutating func append(_ later: SyncChange) {
        attempts += later.attempts
        schedules += later.schedules
        // Gates are opened before they are closed, so one that closed and opens again must not be closed any more.
        gates.removeAll { later.openedGates.contains($0.kind) }
        gates += later.gates
        openedGates += later.openedGates
        month = later.month ?? month
        reachability += later.reachability
    }
}

/// Something a person may want to read in the log, once.
package enum SyncNotice: Equatable, Sendable {
    case gateClosed(GateKind, until: Moment, FetchFailure)
    case gateOpened(GateKind)
    case placeFailing([PlaceID], WeatherKind?, FetchFailure, attempt: Int, of: Int, retry: Duration?)
    case placeRecovered([PlaceID], WeatherKind?, afterCalls: Int)
    case intervalsStretched(Duration)
}
