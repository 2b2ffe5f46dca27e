/// What holds the whole account back, and for how long.
///
/// All of it survives a restart.
///
/// While a gate is closed nothing is sent until its time; then exactly one call, the canary, tries it.
package struct AccountGates: Equatable, Sendable {
    package struct Gate: Equatable, Sendable {
        /// When the canary may go.
        package var until: Moment
        /// How often in a row this gate's canary failed.
        package var step: Int
        package var since: Moment
    }

    package private(set) var closed: [GateKind: Gate] = [:]
    private var serverFailures = 0
    private var failingPlaces: Set<Coordinates.Cell> = []
    /// Kept after the gate opens until a call succeeds, so that a gate that closes again at once waits
    /// longer.
    private var quotaStep = 0
    private var breakerStep = 0

    package init() {}

    /// When every closed gate lets its canary through; nil while none is closed.
    package var canaryAt: Moment? { closed.values.map(\.until).max() }

    package func isClosed(_ kind: GateKind) -> Bool { closed[kind] != nil }

    // MARK: closing

    /// 401 or 403.
    ///
    /// The pauses: 1, 4 and 10 min, then 15 min for 2 h, then an hour.
    package mutating func closeForKey(at now: Moment) {
        if let gate = closed[.key], now < gate.until { return }
        let since = closed[.key]?.since ?? now
        let step = (closed[.key]?.step ?? 0) + 1
        let pause: Duration =
            switch step {
            case ...1: .minutes(1)
            case 2: .minutes(4)
            case 3: .minutes(10)
            default: since.duration(to: now) < .hours(2) ? .minutes(15) : .hours(1)
            }
        closed[.key] = Gate(until: now.advanced(by: pause), step: step, since: since)
    }

    /// 429.
    ///
    /// `retryAfter` as the server said (1 s … 6 h), else 60 s doubling to an hour.
    package mutating func closeForQuota(_ retryAfter: Duration?, at now: Moment) {
        if let gate = closed[.quota], now < gate.until {
            if let retryAfter { closed[.quota]?.until = max(gate.until, now.advanced(by: retryAfter)) }
            return
        }
        let since = closed[.quota]?.since ?? now
        quotaStep = min(quotaStep + 1, 16)
        let pause = retryAfter ?? min(.seconds(60 * (1 << min(quotaStep - 1, 6))), .hours(1))
        closed[.quota] = Gate(until: now.advanced(by: pause), step: quotaStep, since: since)
    }

    /// A failure that is the server's doing.
    ///
    /// Five from at least three places without a success between open the breaker for 60 s, doubling to 15
    /// min. True when this one did.
    package mutating func noteServerFailure(_ cell: Coordinates.Cell?, at now: Moment) -> Bool {
        if let gate = closed[.breaker] {
            guard now >= gate.until else { return false }
            breakerStep = min(breakerStep + 1, 16)
            closed[.breaker] = Gate(
                until: now.advanced(by: Self.breakerPause(breakerStep)), step: breakerStep, since: gate.since)
            return true
        }
        serverFailures += 1
        if let cell { failingPlaces.insert(cell) }
        guard serverFailures >= 5, failingPlaces.count >= 3 else { return false }
        breakerStep = min(breakerStep + 1, 16)
        closed[.breaker] = Gate(
            until: now.advanced(by: Self.breakerPause(breakerStep)), step: breakerStep, since: now)
        return true
    }

    private static func breakerPause(_ step: Int) -> Duration {
        min(.seconds(60 * (1 << min(step - 1, 4))), .minutes(15))
    }

    // MARK: opening

    /// A call brought weather: every gate opens.
    ///
    /// Returns those that were closed.
    package mutating func noteSuccess() -> [GateKind] {
        let opened = GateKind.allCases.filter { closed[$0] != nil }
        closed = [:]
        serverFailures = 0
        failingPlaces = []
        quotaStep = 0
        breakerStep = 0
        return opened
    }

    /// An answer that says nothing about the account or the server's health, such as 404: key and quota let
    /// it pass.
    package mutating func noteAcceptedCall() -> [GateKind] {
        let opened = [GateKind.key, .quota].filter { closed[$0] != nil }
        for kind in opened { closed[kind] = nil }
        return opened
    }

    /// A key has arrived, the same one again included.
    ///
    /// True when the gate was closed.
    package mutating func openForKey() -> Bool {
        closed.removeValue(forKey: .key) != nil
    }

    // MARK: memory

    package mutating func restore(_ record: GateRecord, at now: Now) {
        let wait = min(max(.zero, now.wall.duration(to: record.until)), .hours(6))
        let age = min(max(.zero, record.since.duration(to: now.wall)), .days(30))
        closed[record.kind] = Gate(
            until: now.moment.advanced(by: wait), step: max(1, min(record.step, 16)),
            since: now.moment.advanced(by: .zero - age))
        if record.kind == .quota { quotaStep = max(1, min(record.step, 16)) }
        if record.kind == .breaker { breakerStep = max(1, min(record.step, 16)) }
    }

    package func record(_ kind: GateKind, at now: Now, digest: Int64?) -> GateRecord? {
        guard let gate = closed[kind] else { return nil }
        return GateRecord(
            kind: kind, until: now.wall(at: gate.until), step: gate.step, since: now.wall(at: gate.since),
            digest: kind == .key ? digest : nil)
    }
}
