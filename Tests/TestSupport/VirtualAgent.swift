package import Core

/// The whole of Core with everything around it replaced: time, network, service, store.
///
/// It performs what the machines ask for as the daemon does, but in virtual time, so that a week takes
/// milliseconds. What happened is kept for assertions: the calls, the published states, the notices, what was
/// remembered.
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

    private enum Occurrence: Sendable {
        case deadline
        case network
        case probed(ProbeReport)
        case answered(FetchOrder, FetchResult)
        case stored(FetchOrder, FetchResult)
        case event(AgentMachine.Event)
    }

    package private(set) var now: Now
    package private(set) var machine: AgentMachine
    package private(set) var calls: [Call] = []
    package private(set) var published: [(at: Duration, status: ReachabilityStatus)] = []
    package private(set) var notices: [(at: Duration, notice: SyncNotice)] = []
    package private(set) var attempts: [AttemptRecord] = []
    package private(set) var declined: [WaitReason] = []
    package private(set) var probes = 0
    /// What a successor would be started with.
    package private(set) var memory = SyncMemory()

    private let start: Now
    private let network: Timeline<VirtualNetwork>
    private let answer: Answer
    private var occurrences = TimerQueue<Occurrence>()
    private var deadline: (identity: UInt64, at: Moment)?
    private var inFlight: [Int: (order: FetchOrder, occurrence: UInt64)] = [:]
    private var places: [PlaceID: Place] = [:]

    /// How long the virtual network takes for a good connection, and the virtual service for an answer.
    package static let connectTime: Duration = .milliseconds(30)
    package static let answerTime: Duration = .milliseconds(80)
    package static let startTime = UnixTime(seconds: 1_796_083_200)  // 2026-12-01T00:00:00Z

    package init(
        places: [Place], network: Timeline<VirtualNetwork>,
        configuration: SyncConfiguration = SyncConfiguration(),
        reachability: ReachabilityConfiguration = ReachabilityConfiguration(),
        memory: SyncMemory = SyncMemory(),
        keyDigest: Int64? = 1, seed: UInt64 = 1, startingAt wall: UnixTime = VirtualAgent.startTime,
        answer: @escaping Answer = { _, _ in .stored(.stored) }
    ) {
        start = Now(moment: Moment(nanoseconds: 1_000_000_000_000), wall: wall)
        now = start
        self.network = network
        self.answer = answer
        self.memory = memory
        let monitor = ReachabilityMachine(configuration: reachability, seed: seed, at: start)
        machine = AgentMachine(
            reachability: monitor,
            sync: SyncMachine(
                configuration: configuration, memory: memory, status: monitor.status, seed: seed &+ 1,
                at: start))
        for place in places { self.places[place.id] = place }
        handle(.reachability(.started))
        handle(.sync(.keyChanged(digest: keyDigest)))
        handle(.sync(.placesChanged(places)))
        for time in network.times { schedule(.network, after: time) }
        if network.times[0] > .zero { schedule(.network, after: .zero) }
    }

    package var elapsed: Duration { start.moment.duration(to: now.moment) }

    /// Lets an event happen when so much time has passed since the start.
    package func schedule(_ event: AgentMachine.Event, at time: Duration) {
        schedule(.event(event), after: time)
    }

    /// Runs until so much time has passed since the start.
    package func run(until time: Duration) {
        let end = start.moment.advanced(by: time)
        while let (occurrence, at) = occurrences.popFirst(dueBy: end) {
            move(to: max(at, now.moment))
            happen(occurrence)
        }
        move(to: end)
    }

    private func move(to moment: Moment) {
        let passed = start.moment.duration(to: moment)
        now = Now(moment: moment, wall: start.wall.advanced(by: passed))
    }

    private func schedule(_ occurrence: Occurrence, after time: Duration) {
        _ = occurrences.insert(occurrence, at: start.moment.advanced(by: time))
    }

    private func happen(_ occurrence: Occurrence) {
        switch occurrence {
        case .deadline:
            deadline = nil
            handle(.deadlineReached)
        case .network: observePath()
        case .probed(let report): handle(.reachability(.probeFinished(report)))
        case .answered(let order, let result):
            inFlight[order.token] = nil
            let failure: FetchFailure? =
                if case .failed(let failure) = result.outcome { failure } else { nil }
            handle(.answered(order, TrafficEvidence(failure)))
            _ = occurrences.insert(.stored(order, result), at: now.moment.advanced(by: .milliseconds(2)))
        case .stored(let order, let result): handle(.finished(order, result))
        case .event(let event): handle(event)
        }
    }

    private func observePath() {
        let route = PathRoute(
            destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1",
            source: "192.0.2.7")
        let hasPath = network.value(after: elapsed).hasPath
        handle(.reachability(.pathObserved(PathSnapshot(routes: hasPath ? [route] : []))))
    }

    private func handle(_ event: AgentMachine.Event) {
        for action in machine.handle(event, at: now) {
            switch action {
            case .reachability(let action): perform(action)
            case .sync(let action): perform(action)
            }
        }
        let next = machine.deadline(now)
        guard next != deadline?.at else { return }
        if let deadline { _ = occurrences.cancel(deadline.identity) }
        deadline = next.map { (occurrences.insert(.deadline, at: $0), $0) }
    }

    // MARK: the monitor's actions

    private func perform(_ action: ReachabilityMachine.Action) {
        switch action {
        case .publish(let status): published.append((elapsed, status))
        case .startProbe(let request): probe(request)
        case .abandonProbe: break
        case .beginGeneration: supersedeCalls()
        case .observePathAgain: observePath()
        }
    }

    private func probe(_ request: ProbeRequest) {
        probes += 1
        let state = network.value(after: elapsed)
        var findings: [ProbeFinding]
        var duration = VirtualAgent.connectTime
        if let (failure, after) = state.failure(deadline: request.deadline),
            !(state == .deadNames && request.depth == .connect)
        {
            duration = after
            findings = [ProbeFinding(aim: .target, failure: failure)]
            if request.depth == .full {
                findings.append(ProbeFinding(aim: .api, failure: failure))
                if state == .serviceDown {
                    findings.append(ProbeFinding(aim: .witness, connect: .milliseconds(20)))
                }
            }
        } else {
            findings = [ProbeFinding(aim: .target, connect: duration)]
        }
        let report = ProbeReport(token: request.token, depth: request.depth, findings: findings)
        _ = occurrences.insert(.probed(report), at: now.moment.advanced(by: duration))
    }

    private func supersedeCalls() {
        for (order, occurrence) in inFlight.values.sorted(by: { $0.order.token < $1.order.token }) {
            _ = occurrences.cancel(occurrence)
            let failure = FetchFailure.transfer(TransferFailure(.superseded, phase: .response))
            let result = FetchResult(outcome: .failed(failure), duration: .zero, bytes: 0, httpStatus: nil)
            _ = occurrences.insert(.answered(order, result), at: now.moment)
        }
        inFlight = [:]
    }

    // MARK: the synchroniser's actions

    private func perform(_ action: SyncMachine.Action) {
        switch action {
        case .fetch(let order): fetch(order)
        case .remember(let change): remember(change)
        case .notice(let notice): notices.append((elapsed, notice))
        case .declineLookUp(_, let reason): declined.append(reason)
        case .setStatus(let identity, let status): places[identity]?.status = status
        case .resolve(let identity, let candidate):
            guard var place = places[identity] else { return }
            place.coordinates = candidate.coordinates
            place.status = .active
            places[identity] = place
            _ = occurrences.insert(.event(.sync(.placesChanged([place]))), at: now.moment)
        case .offer(let identity, _):
            guard var place = places[identity] else { return }
            place.status = .ambiguous
            places[identity] = place
            _ = occurrences.insert(.event(.sync(.placesChanged([place]))), at: now.moment)
        case .answerLookUp: break
        }
    }

    private func fetch(_ order: FetchOrder) {
        calls.append(
            Call(
                at: elapsed, subject: order.subject, attempt: order.attempt,
                state: machine.reachability.status.state))
        var duration = VirtualAgent.answerTime
        var outcome: FetchResult.Outcome
        if let (failure, after) = network.value(after: elapsed).failure(deadline: .seconds(10)) {
            duration = after
            outcome = .failed(.transfer(failure))
        } else {
            outcome = answer(order.subject, elapsed)
        }
        var status: Int? = 200
        if case .failed(let failure) = outcome {
            status = if case .transfer = failure { nil } else { failure.httpStatus ?? 200 }
        }
        let result = FetchResult(outcome: outcome, duration: duration, bytes: 500, httpStatus: status)
        let occurrence = occurrences.insert(.answered(order, result), at: now.moment.advanced(by: duration))
        inFlight[order.token] = (order, occurrence)
    }

    private func remember(_ change: SyncChange) {
        attempts += change.attempts
        if let month = change.month { memory.month = month }
        for gate in change.gates {
            memory.gates.removeAll { $0.kind == gate.kind }
            memory.gates.append(gate)
        }
        memory.gates.removeAll { change.openedGates.contains($0.kind) }
        for schedule in change.schedules {
            memory.schedules.removeAll { $0.place == schedule.place && $0.kind == schedule.kind }
            memory.schedules.append(schedule)
        }
    }
}

extension Place {
    /// Places spread over the globe, each in a cell of its own.
    package static func virtual(_ count: Int) -> [Place] {
        (1...max(1, count)).map { number in
            Place(
                id: PlaceID(Int64(number)), name: "Place \(number)", query: nil,
                coordinates: Coordinates(
                    latitude: Double(number % 160) - 80, longitude: Double(number / 160) - 170),
                status: .active, createdAt: VirtualAgent.startTime)
        }
    }
}
