/// Decides what is fetched, when, and what becomes of a failure.
///
/// Every place and kind has a job with a due time; places that share a position share it. Nothing is queued:
/// what is due follows from the list, so an outage costs no memory. A call goes out when all of this holds,
/// checked in this order:
///
/// 1. the monitor publishes online and suspects nothing;
/// 2. there is a key;
/// 3. the store keeps up;
/// 4. no gate is closed, or the canary's time has come;
/// 5. while a gate is closed, or since coming online nothing has been answered yet: no other call is out;
/// 6. minute and month have a call left;
/// 7. a slot is free;
/// 8. a job is due: the one that has been for longest.
///
/// Pure: events and `now` in, actions out. The driver delivers `deadlineReached` at `deadline`.
package struct SyncMachine: Sendable {
    package enum Event: Sendable {
        /// The monitor published, or its suspicion began or ended.
        case reachabilityChanged(ReachabilityStatus, isSuspect: Bool)
        /// A usable key is there (again), or there is none.
        ///
        /// The digest tells keys apart.
        case keyChanged(digest: Int64?)
        case placesChanged([Place])
        case placesRemoved([PlaceID])
        case syncRequested([PlaceID])
        case lookUpRequested(LookUpID, PlaceQuery)
        case lookUpCancelled(LookUpID)
        /// The body, or the failure to get one, is there: the slot is free.
        case answered(token: Int)
        case finished(token: Int, FetchResult)
        case configurationChanged(SyncConfiguration)
        case deadlineReached
    }

    package enum Action: Equatable, Sendable {
        case fetch(FetchOrder)
        case remember(SyncChange)
        case setStatus(PlaceID, PlaceStatus)
        /// Geocoding found one place.
        case resolve(PlaceID, PlaceCandidate)
        /// Geocoding found several.
        case offer(PlaceID, [PlaceCandidate])
        case answerLookUp(LookUpID, Result<[PlaceCandidate], FetchFailure>)
        /// The question cannot be asked now.
        case declineLookUp(LookUpID, WaitReason)
        case notice(SyncNotice)
    }

    package internal(set) var configuration: SyncConfiguration
    var jobs: [SyncJobKey: SyncJob] = [:]
    var queue = TimerQueue<SyncJobKey>()
    var places: [PlaceID: Place] = [:]
    var gates = AccountGates()
    package internal(set) var budget: CallBudget
    var status: ReachabilityStatus
    var isSuspect = false
    /// Nil: there is no key.
    package internal(set) var keyDigest: Int64?
    /// Whether a call was accepted with this key.
    package internal(set) var keyIsProven = false
    /// Online has been published and no call answered since; not before this.
    var provingSince: Moment?
    /// Rises whenever a key is put in force: an answer to an older one says nothing about it.
    var keySequence = 0
    /// By token.
    var calls: [Int: OpenCall] = [:]
    var inFlight = 0
    var storing = 0
    var nextToken = 1
    /// Jobs whose failure the monitor is looking into, in the order of their failures.
    var confirming: [SyncJobKey] = []
    var lookUps: Set<LookUpID> = []
    /// The factor that keeps the month's calls, and when it was worked out.
    package internal(set) var stretch = 1.0
    var stretchedAt: Moment
    /// The factor that the log has spoken of.
    var spokenStretch = 1.0
    var generator: SplitMix64
    /// What is known of schedules that no job has: of places that have not been told yet or are paused.
    var restored: [RestoredKey: ScheduleRecord] = [:]

    struct RestoredKey: Hashable, Sendable {
        var place: PlaceID
        var kind: WeatherKind
    }

    /// A machine that knows what its predecessor remembered.
    ///
    /// Equal arguments and events give equal actions.
    package init(
        configuration: SyncConfiguration, memory: SyncMemory, status: ReachabilityStatus, seed: UInt64,
        at now: Now
    ) {
        self.configuration = configuration
        self.status = status
        generator = SplitMix64(seed: seed)
        stretchedAt = now.moment
        budget = CallBudget(
            perMinute: configuration.callsPerMinute, perMonth: configuration.callsPerMonth,
            month: memory.month, at: now)
        for gate in memory.gates {
            gates.restore(gate, at: now)
            if gate.kind == .key { restoredKeyDigest = gate.digest }
        }
        for schedule in memory.schedules {
            restored[RestoredKey(place: schedule.place, kind: schedule.kind)] = schedule
        }
    }

    /// The key that the restored key gate was closed for.
    var restoredKeyDigest: Int64?

    package mutating func handle(_ event: Event, at now: Now) -> [Action] {
        var actions: [Action] = []
        if budget.renew(now) { stretchIntervals(now, &actions) }
        switch event {
        case .reachabilityChanged(let status, let isSuspect):
            changeReachability(status, isSuspect, now, &actions)
        case .keyChanged(let digest): changeKey(digest, now, &actions)
        case .placesChanged(let places):
            for place in places { change(place, now) }
            stretchIntervals(now, &actions)
        case .placesRemoved(let identities):
            for identity in identities { remove(identity, now) }
            stretchIntervals(now, &actions)
        case .syncRequested(let identities): hurry(identities, now)
        case .lookUpRequested(let identity, let query): ask(identity, query, now, &actions)
        case .lookUpCancelled(let identity): forget(identity)
        case .answered(let token): freeSlot(token)
        case .finished(let token, let result): finish(token, result, now, &actions)
        case .configurationChanged(let configuration): change(configuration, now, &actions)
        case .deadlineReached: break
        }
        startCalls(now, &actions)
        if !lookUps.isEmpty { declineQuestions(&actions) }
        return actions
    }

    /// Takes effect with the next due time of each job; kinds that are switched on or off begin and end at
    /// once.
    private mutating func change(
        _ configuration: SyncConfiguration, _ now: Now, _ actions: inout [Action]
    ) {
        self.configuration = configuration
        budget.perMinute = configuration.callsPerMinute
        budget.perMonth = configuration.callsPerMonth
        for kind in WeatherKind.allCases where configuration.interval(kind) == nil {
            for key in jobs.keys where key.kind == kind { suspend(key, now) }
        }
        for place in places.values.sorted(by: { $0.id < $1.id }) { change(place, now) }
        stretchIntervals(now, &actions)
    }

    /// When `deadlineReached` is due; nil when only an event can let a call out.
    package mutating func deadline(_ now: Now) -> Moment? {
        guard let due = queue.earliest, hold(now) == nil else { return nil }
        if isProving, !calls.isEmpty { return nil }
        guard inFlight < configuration.callsInFlight else { return nil }
        return max(due, earliestCall(now))
    }

    // MARK: calls

    /// What keeps every call back until an event ends it; nil when only time and slots do.
    func hold(_ now: Now) -> WaitReason? {
        if status.state != .online || isSuspect { return .online }
        if keyDigest == nil { return .key }
        if storing >= configuration.storeBacklog { return .storage }
        return nil
    }

    /// The gate that keeps calls back at this time, apart from its canary.
    var closedGate: WaitReason? {
        if gates.isClosed(.key) { return .key }
        if gates.isClosed(.quota) || budget.isMonthSpent { return .quota }
        if gates.isClosed(.breaker) { return .breaker }
        return nil
    }

    /// One call at a time: its answer decides about the rest.
    var isProving: Bool { provingSince != nil || gates.canaryAt != nil }

    /// When gates, the spread of the return and the budget allow the next call.
    mutating func earliestCall(_ now: Now) -> Moment {
        max(
            budget.nextCallAt(now), gates.canaryAt ?? .distantPast, provingSince ?? .distantPast)
    }

    private mutating func startCalls(_ now: Now, _ actions: inout [Action]) {
        while hold(now) == nil, inFlight < configuration.callsInFlight, !(isProving && !calls.isEmpty),
            let due = queue.earliest, due <= now.moment, earliestCall(now) <= now.moment,
            let (key, _) = queue.popFirst(dueBy: now.moment)
        {
            start(key, now, &actions)
        }
    }

    private mutating func start(_ key: SyncJobKey, _ now: Now, _ actions: inout [Action]) {
        guard let job = jobs[key], let subject = subject(of: key, job) else { return }
        let token = nextToken
        nextToken += 1
        budget.spend(now)
        jobs[key]?.begin(token)
        calls[token] = OpenCall(
            key: key, places: job.places, generation: status.generation, keySequence: keySequence)
        inFlight += 1
        actions.append(
            .fetch(
                FetchOrder(
                    token: token, subject: subject, attempt: job.attempt + 1,
                    freshConnection: job.usesFreshConnection, generation: status.generation)))
    }

    private func subject(of key: SyncJobKey, _ job: SyncJob) -> FetchOrder.Subject? {
        switch key {
        case .weather(let kind, _): job.coordinates.map { .weather(kind, $0, job.places) }
        case .place(let place): job.query.map { .place(place, $0) }
        case .lookUp(let identity): job.query.map { .lookUp(identity, $0) }
        }
    }

    // MARK: the queue

    /// Lets a job wait until `due`, whatever it did before.
    mutating func wait(_ key: SyncJobKey, until due: Moment, _ reason: WaitReason) {
        guard let phase = jobs[key]?.phase else { return }
        if case .waiting(let identity, _, _) = phase { _ = queue.cancel(identity) }
        jobs[key]?.phase = .waiting(identity: queue.insert(key, at: due), due: due, reason)
    }

    /// Forgets a job; the answer of a call that is out will be ignored.
    mutating func drop(_ key: SyncJobKey) {
        guard let job = jobs.removeValue(forKey: key) else { return }
        switch job.phase {
        case .waiting(let identity, _, _): _ = queue.cancel(identity)
        case .confirming: confirming.removeAll { $0 == key }
        case .inFlight, .storing: break
        }
    }

    private mutating func freeSlot(_ token: Int) {
        guard let call = calls[token], !call.isAnswered else { return }
        calls[token]?.isAnswered = true
        inFlight -= 1
        storing += 1
        if case .inFlight(token) = jobs[call.key]?.phase { jobs[call.key]?.phase = .storing(token: token) }
    }
}
