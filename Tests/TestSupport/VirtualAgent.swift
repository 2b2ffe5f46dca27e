package import Core

/// The whole of Core with everything around it replaced: time, network, service, store.
///
/// It performs what the machines ask for as the daemon does, but in virtual time, so that a week takes
/// milliseconds. What happened is kept for assertions: the calls, the published states, the notices, what was
/// remembered. `laws` watches over what must hold whatever happens.
package final class VirtualAgent {
    package struct Call: Equatable, Sendable {
        package var at: Duration
        package var subject: FetchOrder.Subject
        package var attempt: Int
        /// What the monitor had published when the call went out.
        package var state: ReachabilityState
    }

    /// What the service answers.
    package typealias Answer = @Sendable (FetchOrder.Subject, Duration) -> FetchResult.Outcome

    enum Occurrence: Sendable {
        case network
        case probed(ProbeReport)
        /// Both by the order's token; the rest is in `inFlight`.
        case answered(Int)
        case stored(Int)
        case happening(VirtualHappening)
        case wake
    }

    package internal(set) var now: Now
    package private(set) var machine: AgentMachine
    package internal(set) var calls: [Call] = []
    package internal(set) var published: [(at: Duration, status: ReachabilityStatus)] = []
    package internal(set) var notices: [(at: Duration, notice: SyncNotice)] = []
    package internal(set) var attempts: [AttemptRecord] = []
    /// When each of `attempts` was written down.
    package internal(set) var attemptTimes: [Duration] = []
    package internal(set) var declined: [WaitReason] = []
    package internal(set) var answeredLookUps: [(at: Duration, Result<[PlaceCandidate], FetchFailure>)] = []
    package internal(set) var probes: [(at: Duration, request: ProbeRequest)] = []
    package internal(set) var generations = 0
    /// Events handed to the machines.
    package private(set) var events = 0
    package internal(set) var places: [PlaceID: Place] = [:]
    package let laws: VirtualLaws

    let scenario: VirtualScenario
    private let start: Moment
    /// The wall clock at `start`, less what it has been set by since.
    private var wallAtStart: UnixTime
    /// Wall-clock times are whole seconds; what is cut off must not matter.
    private static let wallFraction: Int64 = 400_000_000
    var occurrences = TimerQueue<Occurrence>()
    private var deadline: Moment?
    private var isDead = false
    private var pathChangedAt = Duration.zero
    /// The machines have been told of the places.
    private(set) var isListKnown = false
    var inFlight: [Int: Flight] = [:]
    var runningProbes: [Int: UInt64] = [:]
    var dice: SplitMix64
    var keyDigest: Int64?
    var schedules: [ScheduleKey: ScheduleRecord] = [:]
    var gates: [GateKind: GateRecord] = [:]
    var month: MonthRecord?

    /// A call that is out or whose answer is on its way to the store.
    struct Flight {
        var order: FetchOrder
        var result: FetchResult
        /// Nil once it is answered.
        var answer: UInt64?
    }

    struct ScheduleKey: Hashable {
        var place: PlaceID
        var kind: WeatherKind

        func hash(into hasher: inout Hasher) {
            hasher.combine(place.rawValue &* 4 &+ Int64(kind.number))
        }
    }

    /// How long the virtual service takes for an answer, and the virtual store to keep it.
    package static let answerTime: Duration = .milliseconds(80)
    package static let storeTime: Duration = .milliseconds(2)
    package static let startTime = UnixTime(seconds: 1_796_083_200)  // 2026-12-01T00:00:00Z

    package init(_ scenario: VirtualScenario) {
        self.scenario = scenario
        start = Moment(nanoseconds: 1_000_000_000_000)
        wallAtStart = scenario.startsAt
        now = Now(moment: start, wall: scenario.startsAt)
        dice = SplitMix64(seed: scenario.seed ^ 0xD1CE)
        keyDigest = scenario.keyDigest
        laws = VirtualLaws(scenario)
        machine = VirtualAgent.machine(scenario, scenario.memory, seed: scenario.seed, at: now)
        for schedule in scenario.memory.schedules {
            schedules[ScheduleKey(place: schedule.place, kind: schedule.kind)] = schedule
        }
        for gate in scenario.memory.gates { gates[gate.kind] = gate }
        month = scenario.memory.month
        for place in scenario.places { places[place.id] = place }
        for time in scenario.path.times { schedule(.network, after: time) }
        if scenario.path.times[0] > .zero { schedule(.network, after: .zero) }
        for (time, happening) in scenario.happenings { schedule(.happening(happening), after: time) }
        begin()
    }

    private static func machine(
        _ scenario: VirtualScenario, _ memory: SyncMemory, seed: UInt64, at now: Now
    ) -> AgentMachine {
        let monitor = ReachabilityMachine(configuration: scenario.reachability, seed: seed, at: now)
        return AgentMachine(
            reachability: monitor,
            sync: SyncMachine(
                configuration: scenario.sync, memory: memory, status: monitor.status, seed: seed &+ 1,
                at: now))
    }

    private func begin() {
        handle(.reachability(.started))
        handle(.sync(.keyChanged(digest: keyDigest)))
        isListKnown = true
        handle(.sync(.placesChanged(places.values.sorted { $0.id < $1.id })))
    }

    /// There is no path, and the longest hold for that is over.
    var pathIsGoneForGood: Bool {
        !scenario.path.value(after: elapsed).path.isUsable && elapsed - pathChangedAt > .seconds(6)
    }

    package var elapsed: Duration { start.duration(to: now.moment) }

    /// What a successor is started with.
    package var memory: SyncMemory {
        SyncMemory(
            schedules: schedules.values.sorted {
                ($0.place.rawValue, $0.kind.rawValue) < ($1.place.rawValue, $1.kind.rawValue)
            },
            gates: GateKind.allCases.compactMap { gates[$0] }, month: month)
    }

    // MARK: time

    /// Runs until so much time has passed since the start.
    package func run(until time: Duration) {
        let end = start.advanced(by: time)
        while !laws.isBrokenDown {
            let next = occurrences.earliest ?? .distantFuture
            if let deadline, deadline < next, deadline <= end {
                move(to: max(deadline, now.moment))
                handle(.deadlineReached)
            } else if let (occurrence, at) = occurrences.popFirst(dueBy: end) {
                move(to: max(at, now.moment))
                happen(occurrence)
            } else {
                break
            }
        }
        // It may have slept past it.
        move(to: max(end, now.moment))
    }

    private func move(to moment: Moment) {
        // In whole numbers: this is done for every event, and taking a Duration apart is slow.
        let passed = moment.nanoseconds - start.nanoseconds + VirtualAgent.wallFraction
        now = Now(moment: moment, wall: UnixTime(seconds: wallAtStart.seconds + passed / 1_000_000_000))
    }

    private func schedule(_ occurrence: Occurrence, after time: Duration) {
        _ = occurrences.insert(occurrence, at: start.advanced(by: time))
    }

    func occur(_ occurrence: Occurrence, after time: Duration) -> UInt64 {
        occurrences.insert(occurrence, at: now.moment.advanced(by: time))
    }

    private func happen(_ occurrence: Occurrence) {
        switch occurrence {
        case .network:
            pathChangedAt = elapsed
            if !isDead { observePath() }
        case .probed(let report):
            guard runningProbes.removeValue(forKey: report.token) != nil else { return }
            handle(.reachability(.probeFinished(report)))
        case .answered(let token):
            guard let flight = inFlight[token] else { return }
            inFlight[token]?.answer = nil
            let failure: FetchFailure? =
                if case .failed(let failure) = flight.result.outcome { failure } else { nil }
            handle(.answered(flight.order, TrafficEvidence(failure)))
            _ = occur(.stored(token), after: VirtualAgent.storeTime)
        case .stored(let token):
            guard let flight = inFlight.removeValue(forKey: token) else { return }
            laws.noteEnd(of: flight.order, flight.result, at: now)
            handle(.finished(flight.order, flight.result))
        case .happening(let happening): perform(happening)
        case .wake: revive()
        }
    }

    /// Hands an event to the machines and performs what they answer.
    func handle(_ event: AgentMachine.Event) {
        events += 1
        let reasonBefore = published.last?.status.reason
        let actions = machine.handle(event, at: now)
        for action in actions {
            switch action {
            case .reachability(let action): perform(action)
            case .sync(let action): perform(action)
            }
        }
        deadline = machine.deadline(now)
        laws.noteEvent(event, actions, reasonBefore: reasonBefore, next: deadline, self)
    }

    // MARK: what happens to the machine

    /// Lets something happen when so much time has passed since the start.
    package func schedule(_ happening: VirtualHappening, at time: Duration) {
        schedule(.happening(happening), after: time)
    }

    private func perform(_ happening: VirtualHappening) {
        switch happening {
        case .restart(let pause): return restart(after: pause)
        case .sleep(let length, let noticedFirst):
            return sleep(length, noticedFirst: noticedFirst)
        case .setClock(let time):
            wallAtStart = time.advanced(by: .zero - elapsed)
            move(to: now.moment)
            laws.noteClockStep()
        default: break
        }
        guard !isDead else { return }
        switch happening {
        case .event(let event): handle(event)
        case .setClock: handle(.reachability(.clockStepped))
        case .key(let digest):
            laws.forgetPromises()
            keyDigest = digest
            handle(.sync(.keyChanged(digest: digest)))
        case .add(let new):
            for place in new { places[place.id] = place }
            handle(.sync(.placesChanged(new)))
        case .change(let identity, let status):
            guard var place = places[identity] else { return }
            laws.forgetPromises()
            place.status = status
            places[identity] = place
            handle(.sync(.placesChanged([place])))
        case .remove(let identities):
            laws.forgetPromises()
            for identity in identities {
                places[identity] = nil
                for kind in WeatherKind.allCases {
                    schedules[ScheduleKey(place: identity, kind: kind)] = nil
                }
            }
            handle(.sync(.placesRemoved(identities)))
        case .sync(let identities):
            laws.forgetPromises()
            handle(.sync(.syncRequested(identities)))
        case .lookUp(let number, let query): handle(.sync(.lookUpRequested(LookUpID(number), query)))
        case .force(let state): handle(.reachability(.forced(state)))
        case .probe: handle(.reachability(.probeRequested))
        case .restart, .sleep: break
        }
    }

    /// Time passes and nothing runs; sockets that were open are dead.
    private func sleep(_ length: Duration, noticedFirst: Bool) {
        move(to: now.moment.advanced(by: length))
        laws.noteSleep(until: now.moment)
        guard !isDead else { return }
        if noticedFirst { return handle(.reachability(.resumed)) }
        _ = occur(.happening(.event(.reachability(.resumed))), after: .milliseconds(1))
    }

    private func restart(after pause: Duration) {
        guard !isDead else { return }
        laws.noteDeath(self)
        isDead = true
        isListKnown = false
        deadline = nil
        for occurrence in runningProbes.values { occurrences.cancel(occurrence) }
        for flight in inFlight.values { if let answer = flight.answer { occurrences.cancel(answer) } }
        inFlight = [:]
        runningProbes = [:]
        _ = occur(.wake, after: pause)
    }

    private func revive() {
        isDead = false
        machine = VirtualAgent.machine(
            scenario, memory, seed: scenario.seed &+ UInt64(events), at: now)
        laws.noteStart()
        begin()
        observePath()
    }

    /// Looks once more at everything that a law speaks of.
    package func checkEverything() { laws.noteRest(self) }
}
