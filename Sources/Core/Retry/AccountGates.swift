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
    package var canaryAt: Moment? {
        closed.isEmpty ? nil : closed.values.lazy.map(\.until).max()
    }

    /// Whether this gate holds calls back.
    package func isClosed(_ kind: GateKind) -> Bool { closed[kind] != nil }

    // MARK: closing

    /// 401 or 403.
    ///
    /// Canaries go 1, 5 and 15 min after the gate closed, then every 15 min for 2 h, then hourly. False when
    /// the gate stays as it is: this was not its canary.
    package mutating func closeForKey(at now: Moment) -> Bool {
        if let gate = closed[.key], now < gate.until { return false }
        close(.key, step: (closed[.key]?.step ?? 0) + 1, now)
        return true
    }

    /// 429.
    ///
    /// As long as the server said (1 s … 6 h), else 60 s doubling to an hour. False when the gate stays as it
    /// is: this was not its canary, and asked for no longer wait.
    package mutating func closeForQuota(_ retryAfter: Duration?, at now: Moment) -> Bool {
        let asked = retryAfter.map { now.advanced(by: min(max($0, .seconds(1)), Self.longestWait)) }
        if let gate = closed[.quota], now < gate.until {
            guard let asked, asked > gate.until else { return false }
            closed[.quota]?.until = asked
            return true
        }
        quotaStep = min(quotaStep + 1, Self.lastStep)
        close(.quota, step: quotaStep, now)
        if let asked { closed[.quota]?.until = asked }
        return true
    }

    /// A failure that is the server's doing.
    ///
    /// Five from at least three places without a success between open the breaker for 60 s, doubling to 15
    /// min. True when this one did.
    package mutating func noteServerFailure(_ cell: Coordinates.Cell?, at now: Moment) -> Bool {
        if let gate = closed[.breaker] {
            guard now >= gate.until else { return false }
        } else {
            serverFailures += 1
            if let cell { failingPlaces.insert(cell) }
            guard serverFailures >= 5, failingPlaces.count >= 3 else { return false }
        }
        breakerStep = min(breakerStep + 1, Self.lastStep)
        close(.breaker, step: breakerStep, now)
        return true
    }

    /// A canary's failure that opens no gate: each whose time had come waits once more as long as its last
    /// time.
    ///
    /// Returns those that do.
    package mutating func keepClosed(at now: Moment) -> [GateKind] {
        guard !closed.isEmpty else { return [] }
        let due = GateKind.allCases.filter { kind in closed[kind].map { $0.until <= now } ?? false }
        for kind in due { close(kind, step: closed[kind]?.step ?? 1, now) }
        return due
    }

    private mutating func close(_ kind: GateKind, step: Int, _ now: Moment) {
        let since = closed[kind]?.since ?? now
        closed[kind] = Gate(
            until: now.advanced(by: Self.pause(kind, step: step, since.duration(to: now))), step: step,
            since: since)
    }

    /// The pause before a gate's next canary.
    ///
    /// The exponents are clamped before anything is multiplied.
    private static func pause(_ kind: GateKind, step: Int, _ age: Duration) -> Duration {
        switch kind {
        case .key:
            switch step {
            case ...1: .minutes(1)
            case 2: .minutes(4)
            case 3: .minutes(10)
            default: age < .hours(2) ? .minutes(15) : .hours(1)
            }
        case .quota: min(.seconds(60 << max(0, min(step - 1, 6))), .hours(1))
        case .breaker: min(.seconds(60 << max(0, min(step - 1, 4))), .minutes(15))
        }
    }

    /// No gate waits longer, whatever a server or a stored time says.
    private static let longestWait: Duration = .hours(6)
    private static let lastStep = 16

    // MARK: opening

    /// A call brought weather: every gate opens.
    ///
    /// Returns those that were closed.
    package mutating func noteSuccess() -> [GateKind] {
        let opened = closed.isEmpty ? [] : GateKind.allCases.filter { closed[$0] != nil }
        if !opened.isEmpty { closed = [:] }
        serverFailures = 0
        if !failingPlaces.isEmpty { failingPlaces = [] }
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

    /// Takes a gate over from a predecessor.
    ///
    /// It waits as long as was left by the wall clock, but no longer than it had when it was written down: a
    /// clock that was set back, or is not set yet, must not hold it for years.
    package mutating func restore(_ record: GateRecord, at now: Now) {
        let whole = min(max(.seconds(1), record.since.duration(to: record.until)), Self.longestWait)
        let wait = min(max(.zero, now.wall.duration(to: record.until)), whole)
        let age = min(max(.zero, record.since.duration(to: now.wall)), .days(30))
        let step = max(1, min(record.step, Self.lastStep))
        closed[record.kind] = Gate(
            until: now.moment.advanced(by: wait), step: step, since: now.moment.advanced(by: .zero - age))
        switch record.kind {
        case .key: break
        case .quota: quotaStep = step
        case .breaker: breakerStep = step
        }
    }

    package func record(_ kind: GateKind, at now: Now, digest: Int64?) -> GateRecord? {
        guard let gate = closed[kind] else { return nil }
        return GateRecord(
            kind: kind, until: now.wall(notBefore: gate.until), step: gate.step,
            since: now.wall(at: gate.since),
            digest: kind == .key ? digest : nil)
    }
}
