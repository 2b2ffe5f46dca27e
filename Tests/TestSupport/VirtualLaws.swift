import Core

/// What must hold after every event, whatever the story.
///
/// A law that is broken is noted with the time and the seed; the run goes on unless it has lost its way.
package final class VirtualLaws {
    package private(set) var violations: [String] = []
    /// Too much is wrong for going on to make sense.
    package private(set) var isBrokenDown = false

    private struct Job: Hashable {
        var kind: WeatherKind
        var cell: Coordinates.Cell

        func hash(into hasher: inout Hasher) {
            let position = Int64(cell.latitude) << 32 | Int64(UInt32(bitPattern: cell.longitude))
            hasher.combine(position &* 4 &+ Int64(kind.number))
        }
    }

    private let seed: UInt64
    private let perMinute: Int
    private let perMonth: Int
    private let shortestInterval: Duration
    private let start: Moment
    private var now = Now(moment: Moment(nanoseconds: 0), wall: UnixTime(seconds: 0))

    private var recentCalls: [Moment] = []
    private var recentStart = 0
    private var lastWeather: [Job: Moment] = [:]
    private var openCalls: [Int: Job?] = [:]
    private var openJobs: Set<Job> = []
    private var lastPublished: ReachabilityStatus?
    private var generation = 0
    private var unknownUntil: Moment?
    private var pastDeadlines = 0
    private var eventsAtOnce = 0
    private var lastEventAt: Moment?
    private var hour: Int64 = 0
    private var eventsThisHour = 0
    private var expectedThisHour = 0
    private var promises: [PlaceID: Moment] = [:]
    private var clockIsSteady = true

    init(_ scenario: VirtualScenario) {
        seed = scenario.seed
        perMinute = scenario.sync.callsPerMinute
        perMonth = scenario.sync.callsPerMonth
        shortestInterval = scenario.sync.shortestInterval
        start = Moment(nanoseconds: 1_000_000_000_000)
    }

    private func breaks(_ law: String) {
        guard violations.count < 20 else {
            isBrokenDown = true
            return
        }
        let at = start.duration(to: now.moment)
        violations.append("\(law) (after \(at.inWords), \(at); seed \(seed))")
    }

    // MARK: calls

    func noteCall(_ order: FetchOrder, _ agent: VirtualAgent) {
        now = agent.now
        // One copy: every look into a machine that may change makes another.
        let machine = agent.machine
        expectedThisHour += 10
        if lastPublished?.state != .online { breaks("a call while not online") }
        if machine.reachability.isSuspect { breaks("a call while suspect") }
        if agent.keyDigest == nil { breaks("a call without a key") }
        if openCalls[order.token] != nil { breaks("token \(order.token) is used twice") }
        for kind in GateKind.allCases {
            guard let gate = machine.sync.gate(kind) else { continue }
            if now.moment < gate.until { breaks("a call through the closed \(kind) gate") }
            if !openCalls.isEmpty { breaks("more than one canary for the \(kind) gate") }
        }
        noteRate()
        if machine.sync.budget.month.used > perMonth { breaks("the month is overspent") }
        var job: Job?
        if case .weather(let kind, let coordinates, let places) = order.subject {
            job = Job(kind: kind, cell: coordinates.cell)
            noteWeatherCall(Job(kind: kind, cell: coordinates.cell), places)
        }
        openCalls[order.token] = .some(job)
    }

    private func noteRate() {
        recentCalls.append(now.moment)
        while recentCalls[recentStart].duration(to: now.moment) >= .seconds(60) { recentStart += 1 }
        if recentCalls.count - recentStart > perMinute { breaks("more than \(perMinute) calls in a minute") }
        if recentStart > 4096 {
            recentCalls.removeFirst(recentStart)
            recentStart = 0
        }
    }

    private func noteWeatherCall(_ job: Job, _ places: [PlaceID]) {
        if !openJobs.insert(job).inserted { breaks("two calls for one job are out") }
        if let last = lastWeather[job], last.duration(to: now.moment) < shortestInterval {
            breaks("\(job.kind) was fetched again after \(last.duration(to: now.moment))")
        }
        guard job.kind == .current, !promises.isEmpty else { return }
        for place in places {
            guard let promise = promises.removeValue(forKey: place) else { continue }
            if now.moment < promise {
                breaks("the restart let a call out \(now.moment.duration(to: promise)) early")
            }
        }
    }

    func noteEnd(of order: FetchOrder, _ result: FetchResult, at now: Now) {
        self.now = now
        guard let job = openCalls.removeValue(forKey: order.token) else {
            return breaks("a call ended twice")
        }
        guard let job else { return }
        openJobs.remove(job)
        if case .stored = result.outcome { lastWeather[job] = now.moment }
    }

    // MARK: what is published

    func notePublication(_ status: ReachabilityStatus, at now: Now) {
        self.now = now
        if let last = lastPublished {
            if status.sequence <= last.sequence { breaks("the sequence does not rise") }
            if status.state == last.state, status.reason == last.reason {
                breaks("\(status) says nothing new")
            }
        }
        if status.generation < generation { breaks("the generation falls") }
        lastPublished = status
        unknownUntil = status.state == .unknown ? now.moment.advanced(by: .seconds(13)) : nil
    }

    func noteGeneration(_ number: Int) {
        if number <= generation { breaks("generation \(number) after \(generation)") }
        generation = number
    }

    // MARK: events

    func noteEvent(
        _ event: AgentMachine.Event, _ actions: [AgentMachine.Action], reasonBefore: ReachabilityReason?,
        next: Moment?, _ agent: VirtualAgent
    ) {
        now = agent.now
        if case .reachability(.resumed) = event {
            if unknownUntil != nil { unknownUntil = now.moment.advanced(by: .seconds(15)) }
        }
        if let unknownUntil, now.moment > unknownUntil { breaks("unknown lasts too long") }
        var isDeadline = false
        if case .deadlineReached = event { isDeadline = true } else { expectedThisHour += 10 }
        if isDeadline, reasonBefore == .noPath, agent.pathIsGoneForGood,
            !actions.contains(.reachability(.observePathAgain))
        {
            breaks("a deadline without a path")
        }
        noteBusyness(next, afterDeadline: isDeadline)
        if !actions.isEmpty, case .reachability(.publish) = actions[0] { noteRest(agent) }
    }

    private func noteBusyness(_ next: Moment?, afterDeadline: Bool) {
        if afterDeadline {
            pastDeadlines = next.map { $0 <= now.moment } ?? false ? pastDeadlines + 1 : 0
            if pastDeadlines > 1 { breaks("the deadline stays in the past") }
        }
        eventsAtOnce = lastEventAt == now.moment ? eventsAtOnce + 1 : 0
        lastEventAt = now.moment
        if eventsAtOnce > 100_000 {
            breaks("a busy loop")
            isBrokenDown = true
        }
        let current = start.duration(to: now.moment).components.seconds / 3600
        if current != hour {
            (hour, eventsThisHour, expectedThisHour) = (current, 0, 0)
        }
        eventsThisHour += 1
        // Probes of a bad hour, and what calls and other events bring with them.
        if eventsThisHour == 1500 + expectedThisHour { breaks("\(eventsThisHour) events in an hour") }
    }

    // MARK: waiting

    /// Every wait has a way out: a deadline, or an event that its reason names.
    func noteRest(_ agent: VirtualAgent) {
        guard agent.isListKnown else { return }
        now = agent.now
        var machine = agent.machine
        var tally = PlaceTally()
        let freshSince = now.moment.advanced(by: .minutes(-30))
        for place in agent.places.values {
            guard let progress = machine.progress(of: place.id, at: now) else {
                breaks("\(place.name) is not known")
                continue
            }
            let isFresh = progress.checkedAt.map { $0 >= freshSince } ?? false
            if isFresh { tally.fresh += 1 } else { tally.stale += 1 }
            if let reason = progress.waitingFor, reason != .interval, reason != .pick {
                tally.waiting[reason, default: 0] += 1
            }
            if let complaint = complaint(progress, place, agent, machine) {
                breaks("\(place.name) has no way out: \(complaint)")
            }
        }
        if machine.sync.tally(freshSince: freshSince, at: now) != tally { breaks("the tally is wrong") }
        let isOpen = machine.reachability.status.state == .online && !machine.reachability.isSuspect
        let isWaiting = agent.places.values.contains { $0.status == .active || $0.status == .pending }
        var sync = machine.sync
        if isOpen, isWaiting, agent.keyDigest != nil, openCalls.isEmpty, sync.deadline(now) == nil {
            breaks("online and idle without a deadline")
        }
    }

    private func complaint(
        _ progress: PlaceProgress, _ place: Place, _ agent: VirtualAgent, _ machine: AgentMachine
    ) -> String? {
        switch progress.waitingFor {
        case nil:
            place.status == .paused || !openCalls.isEmpty ? nil : "nothing is waited for"
        case .online?:
            if machine.reachability.status.state == .online, !machine.reachability.isSuspect {
                "it waits for online while online"
            } else if machine.reachability.deadline == nil, machine.reachability.status.reason != .forced {
                "the monitor waits for nothing"
            } else {
                nil
            }
        case .key?:
            agent.keyDigest == nil || progress.nextAttempt != nil ? nil : "no canary for the key"
        case .pick?: place.status == .ambiguous ? nil : "there is nothing to pick"
        case .interval?, .timer?, .quota?, .breaker?, .storage?:
            progress.nextAttempt != nil || !openCalls.isEmpty ? nil : "no time is known"
        }
    }

    // MARK: restarts and clocks

    /// What a successor may not do earlier.
    func noteDeath(_ agent: VirtualAgent) {
        var machine = agent.machine
        for identity in agent.places.keys {
            guard let next = machine.progress(of: identity, at: agent.now)?.nextAttempt else { continue }
            guard next > agent.now.moment, clockIsSteady else { continue }
            // A promise that outlives two lives is still the first one's.
            if promises[identity] == nil { promises[identity] = next }
        }
        openCalls = [:]
        openJobs = []
    }

    func noteStart() {
        lastPublished = nil
        generation = 0
        unknownUntil = nil
        clockIsSteady = true
    }

    /// A wall clock that moved between two lives cannot keep a promise to the second.
    func noteClockStep() {
        clockIsSteady = false
        promises = [:]
    }

    func forgetPromises() { promises = [:] }

    /// Nothing can be published while nothing runs.
    func noteSleep(until moment: Moment) {
        if let unknownUntil { self.unknownUntil = max(unknownUntil, moment) }
    }
}
