package import Core

// What the machines ask for, performed in virtual time.
extension VirtualAgent {
    // MARK: the monitor's actions

    func perform(_ action: ReachabilityMachine.Action) {
        switch action {
        case .publish(let status):
            laws.notePublication(status, at: now)
            published.append((elapsed, status))
        case .startProbe(let request): probe(request)
        case .abandonProbe(let token):
            if let occurrence = runningProbes.removeValue(forKey: token) { occurrences.cancel(occurrence) }
        case .beginGeneration(let number):
            laws.noteGeneration(number)
            generations += 1
            supersedeCalls()
        case .observePathAgain: observePath()
        }
    }

    /// Tells the machines of the path there is now, after what they have just asked for.
    func observePath() {
        let snapshot = scenario.path.value(after: elapsed).path
        _ = occur(.happening(.event(.reachability(.pathObserved(snapshot)))), after: .zero)
    }

    private func probe(_ request: ProbeRequest) {
        probes.append((elapsed, request))
        let state = scenario.path.value(after: elapsed)
        var aims: [ProbeAim] = request.depth == .full ? [.target, .api] : [.target]
        if request.depth == .full, scenario.hasWitness { aims.append(.witness) }
        let isLost = state == .lossy && Double.random(in: 0..<1, using: &dice) < 0.3
        var longest = Duration.zero
        let findings = aims.map { aim in
            let (finding, time) = finding(aim, request, state, isLost: isLost)
            longest = max(longest, time)
            return finding
        }
        let report = ProbeReport(token: request.token, depth: request.depth, findings: findings)
        runningProbes[request.token] = occur(.probed(report), after: longest)
    }

    private func finding(
        _ aim: ProbeAim, _ request: ProbeRequest, _ state: VirtualNetwork, isLost: Bool
    ) -> (ProbeFinding, Duration) {
        let failed = isLost ? (VirtualNetwork.lost, request.deadline) : failure(state, aim, request)
        if let (failure, after) = failed {
            return (ProbeFinding(aim: aim, failure: failure), min(after, request.deadline))
        }
        let phase = state.phaseTime
        let isFull = request.depth == .full
        let total = phase * (isFull ? (scenario.usesTLS ? 3 : 2) : 1)
        guard total <= request.deadline else {
            return (ProbeFinding(aim: aim, failure: VirtualNetwork.lost), request.deadline)
        }
        let finding = ProbeFinding(
            aim: aim, dns: isFull ? phase : nil, connect: phase,
            tls: isFull && scenario.usesTLS ? phase : nil)
        return (finding, total)
    }

    private func failure(
        _ state: VirtualNetwork, _ aim: ProbeAim, _ request: ProbeRequest
    ) -> (TransferFailure, after: Duration)? {
        // A steady probe asks no name server and makes no handshake.
        let isConnect = request.depth == .connect || !scenario.usesTLS
        if state == .portal, isConnect { return nil }
        if state == .deadNames, request.depth == .connect { return nil }
        if let failure = state.failure(to: aim, deadline: request.deadline) { return failure }
        return isConnect ? nil : certificateFailure.map { ($0, .milliseconds(30)) }
    }

    /// The service's certificate runs from sixty days before the first day to four hundred after it.
    private var certificateFailure: TransferFailure? {
        let age = VirtualAgent.startTime.duration(to: now.wall)
        guard age < .zero - .days(60) || age > .days(400) else { return nil }
        return TransferFailure(
            .certificate(age < .zero ? .notYetValid : .expired), phase: .tls, curlCode: 60)
    }

    private func supersedeCalls() {
        let failure = FetchFailure.transfer(TransferFailure(.superseded, phase: .response))
        for token in inFlight.keys.sorted() {
            guard let answer = inFlight[token]?.answer else { continue }
            occurrences.cancel(answer)
            inFlight[token]?.result = FetchResult(
                outcome: .failed(failure), duration: .zero, bytes: 0, httpStatus: nil)
            inFlight[token]?.answer = occur(.answered(token), after: .zero)
        }
    }

    // MARK: the synchroniser's actions

    func perform(_ action: SyncMachine.Action) {
        switch action {
        case .fetch(let order): fetch(order)
        case .remember(let change): remember(change)
        case .notice(let notice): notices.append((elapsed, notice))
        case .answerLookUp(_, let result): answeredLookUps.append((elapsed, result))
        case .declineLookUp(_, let reason): declined.append(reason)
        case .setStatus(let identity, let status): places[identity]?.status = status
        case .resolve(let identity, let candidate):
            guard var place = places[identity] else { return }
            place.coordinates = candidate.coordinates
            place.status = .active
            places[identity] = place
            _ = occur(.happening(.event(.sync(.placesChanged([place])))), after: .zero)
        case .offer(let identity, _):
            guard var place = places[identity] else { return }
            place.status = .ambiguous
            places[identity] = place
            _ = occur(.happening(.event(.sync(.placesChanged([place])))), after: .zero)
        }
    }

    private func fetch(_ order: FetchOrder) {
        laws.noteCall(order, self)
        calls.append(
            Call(
                at: elapsed, subject: order.subject, attempt: order.attempt,
                state: published.last?.status.state ?? .unknown))
        let state = scenario.path.value(after: elapsed)
        let (outcome, duration) = outcome(of: order, state)
        var status: Int? = 200
        if case .failed(let failure) = outcome {
            status =
                if case .transfer(let transfer) = failure {
                    transfer.cause == .tooLarge ? 200 : nil
                } else {
                    failure.httpStatus ?? 200
                }
        }
        let result = FetchResult(outcome: outcome, duration: duration, bytes: 500, httpStatus: status)
        inFlight[order.token] = Flight(
            order: order, result: result, answer: occur(.answered(order.token), after: duration))
    }

    private func outcome(
        of order: FetchOrder, _ state: VirtualNetwork
    ) -> (FetchResult.Outcome, Duration) {
        if state == .portal, !scenario.usesTLS { return (.failed(.htmlAnswer), .milliseconds(40)) }
        if state == .lossy, Double.random(in: 0..<1, using: &dice) < 0.3 {
            return (.failed(.transfer(VirtualNetwork.lost)), .seconds(10))
        }
        if let (failure, after) = state.failure(to: .api, deadline: .seconds(10)) {
            return (.failed(.transfer(failure)), after)
        }
        if scenario.usesTLS, let failure = certificateFailure {
            return (.failed(.transfer(failure)), .milliseconds(30))
        }
        let time = state == .slow ? .seconds(6) : VirtualAgent.answerTime
        let outcome =
            scenario.answer?(order.subject, elapsed)
            ?? scenario.api.value(after: elapsed).outcome(for: order)
        guard case .stored = outcome else { return (outcome, time) }
        switch order.subject {
        case .weather: return (outcome, time)
        case .place(_, let query), .lookUp(_, let query):
            return (.candidates(VirtualAgent.candidates(query)), time)
        }
    }

    /// One candidate for each query, two where it asks for `Portland`.
    private static func candidates(_ query: PlaceQuery) -> [PlaceCandidate] {
        let count = query.stored == "Portland" ? 2 : 1
        let seed = query.stored.utf8.reduce(0) { ($0 * 31 + Int($1)) % 17_000 }
        return (0..<count).compactMap { index in
            Coordinates(latitude: Double(seed) / 100 - 85, longitude: Double(index * 50) + 0.5).map {
                PlaceCandidate(name: query.stored, state: nil, country: "XX", coordinates: $0)
            }
        }
    }

    private func remember(_ change: SyncChange) {
        for attempt in change.attempts {
            attempts.append(attempt)
            attemptTimes.append(elapsed)
        }
        if let changed = change.month { month = changed }
        for gate in change.gates { gates[gate.kind] = gate }
        for kind in change.openedGates { gates[kind] = nil }
        for schedule in change.schedules {
            schedules[ScheduleKey(place: schedule.place, kind: schedule.kind)] = schedule
        }
    }
}

extension Place {
    /// Places spread over the globe, each in a cell of its own.
    package static func virtual(_ count: Int, from first: Int = 1) -> [Place] {
        (first..<first + count).map { number in
            Place(
                id: PlaceID(Int64(number)), name: "Place \(number)", query: nil,
                coordinates: Coordinates(
                    latitude: Double(number % 160) - 80, longitude: Double(number / 160) - 170),
                status: .active, createdAt: VirtualAgent.startTime)
        }
    }

    /// A place whose name waits to be looked up.
    package static func pending(_ number: Int64, _ name: String) -> Place {
        Place(
            id: PlaceID(number), name: name, query: .name(name), coordinates: nil, status: .pending,
            createdAt: VirtualAgent.startTime)
    }
}

extension WeatherKind {
    /// Its place in a row; the raw value is a word, and slow to hash.
    var number: Int {
        switch self {
        case .current: 0
        case .forecast: 1
        case .air: 2
        }
    }
}
