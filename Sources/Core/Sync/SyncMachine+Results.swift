// What an answer, or its absence, means.
extension SyncMachine {
    mutating func changeReachability(
        _ status: ReachabilityStatus, _ isSuspect: Bool, _ now: Now, _ actions: inout [Action]
    ) {
        if status.state == .online, self.status.state != .online {
            let delay = configuration.reconnectSpread.scaled(by: Double.random(in: 0...1, using: &generator))
            provingSince = now.moment.advanced(by: delay)
        }
        self.status = status
        self.isSuspect = isSuspect
        if !isSuspect {
            let settled = confirming
            confirming = []
            for key in settled { settle(key, now, &actions) }
        }
    }

    mutating func changeKey(_ digest: Int64?, _ now: Now, _ actions: inout [Action]) {
        // The key that is there at start and was refused before is no news.
        let isOldNews = digest != nil && digest == restoredKeyDigest
        restoredKeyDigest = nil
        keyDigest = digest
        if isOldNews { return }
        keySequence += 1
        keyIsProven = false
        if digest != nil, gates.openForKey() {
            actions.append(.remember(SyncChange(openedGates: [.key])))
            actions.append(.notice(.gateOpened(.key)))
        }
    }

    mutating func finish(_ token: Int, _ result: FetchResult, _ now: Now, _ actions: inout [Action]) {
        guard let call = calls.removeValue(forKey: token) else { return }
        if call.isAnswered { storing -= 1 } else { inFlight -= 1 }
        if result.httpStatus != nil { provingSince = nil }
        if stretchedAt.duration(to: now.moment) >= .hours(1) { stretchIntervals(now, &actions) }
        guard isOut(call.key, token) else { return noteUnclaimed(call, result, now) }
        guard case .failed(var failure) = result.outcome else {
            return succeed(call.key, result, now, &actions)
        }
        if case .transfer(var transfer) = failure, transfer.asksTheMonitor {
            if call.generation < status.generation {
                // It speaks of a network that is no more.
                transfer.cause = .superseded
                failure = .transfer(transfer)
            }
            if isSuspect {
                jobs[call.key]?.phase = .confirming(result, failure)
                return confirming.append(call.key)
            }
        }
        fail(call.key, result, failure, isOldKey: call.keySequence < keySequence, now, &actions)
    }

    private func isOut(_ key: SyncJobKey, _ token: Int) -> Bool {
        switch jobs[key]?.phase {
        case .inFlight(token)?, .storing(token)?: true
        default: false
        }
    }

    /// Weather that came for a place which has been paused meanwhile: it counts when the place returns.
    private mutating func noteUnclaimed(_ call: OpenCall, _ result: FetchResult, _ now: Now) {
        guard case .stored = result.outcome, let kind = call.key.kind else { return }
        for place in call.places where places[place] != nil && jobs[call.key] == nil {
            restored[RestoredKey(place: place, kind: kind)] = ScheduleRecord(
                place: place, kind: kind, succeededAt: now.wall)
        }
    }

    private mutating func settle(_ key: SyncJobKey, _ now: Now, _ actions: inout [Action]) {
        guard case .confirming(let result, let failure) = jobs[key]?.phase else { return }
        fail(key, result, failure, isOldKey: false, now, &actions)
    }

    // MARK: success

    private mutating func succeed(
        _ key: SyncJobKey, _ result: FetchResult, _ now: Now, _ actions: inout [Action]
    ) {
        guard var job = jobs[key] else { return }
        var change = SyncChange()
        keyIsProven = true
        for kind in gates.noteSuccess() {
            change.openedGates.append(kind)
            actions.append(.notice(.gateOpened(kind)))
        }
        let attempt = job.attempt
        if job.isSpokenOf {
            actions.append(.notice(.placeRecovered(job.places, key.kind, afterCalls: job.failedCalls)))
        }
        let wasLate = isLate(key, job, now)
        job.attempt = 0
        job.failedCycles = 0
        job.failedCalls = 0
        job.isSpokenOf = false
        job.triedFresh = false
        job.usesFreshConnection = false
        job.lastFailure = nil
        if result.outcome != .notStored { job.succeededAt = now.moment }
        job.acceptedAt = now.moment
        let hasNewcomer = job.hasNewcomer
        job.hasNewcomer = false
        jobs[key] = job
        change.attempts = [journal(key, job, attempt, result, nil, code: nil, "next", nil, now)]
        switch result.outcome {
        case .candidates(let candidates): answer(key, candidates, now, &actions)
        case .stored, .notStored, .failed:
            guard let kind = key.kind else { break }
            var interval = regularInterval(kind, job, now)
            if wasLate {
                let spread = min(
                    interval.scaled(by: SyncConfiguration.catchUpSpread), SyncConfiguration.longestSpread)
                interval += spread.scaled(by: Double.random(in: 0...1, using: &generator))
            }
            if hasNewcomer { interval = min(interval, configuration.shortestInterval) }
            wait(
                key, until: now.moment.advanced(by: interval),
                result.outcome == .notStored ? .storage : .interval)
            change.schedules = records(key, now)
            for identity in job.places where places[identity]?.status == .notFound {
                setStatus(identity, .active, &actions)
            }
        }
        change.month = budget.month
        actions.append(.remember(change))
    }

    /// Whether this answer is part of catching up: the first one, or later than a tenth of the interval.
    private func isLate(_ key: SyncJobKey, _ job: SyncJob, _ now: Now) -> Bool {
        guard let kind = key.kind, let succeededAt = job.succeededAt else { return true }
        let interval = regularInterval(kind, job, now)
        return succeededAt.duration(to: now.moment) > interval.scaled(by: 1.1)
    }

    private mutating func answer(
        _ key: SyncJobKey, _ candidates: [PlaceCandidate], _ now: Now, _ actions: inout [Action]
    ) {
        switch key {
        case .lookUp(let identity):
            forget(identity)
            actions.append(.answerLookUp(identity, .success(candidates)))
        case .place(let identity):
            // Until the list has taken it in and `placesChanged` replaces this job.
            wait(key, until: now.moment.advanced(by: .minutes(1)), .storage)
            if let first = candidates.first, candidates.count == 1 {
                actions.append(.resolve(identity, first))
            } else {
                actions.append(.offer(identity, candidates))
            }
        case .weather: break
        }
    }

    // MARK: failure

    private mutating func fail(
        _ key: SyncJobKey, _ result: FetchResult, _ failure: FetchFailure, isOldKey: Bool, _ now: Now,
        _ actions: inout [Action]
    ) {
        guard var job = jobs[key] else { return }
        let isOnline = status.state == .online
        let decision = configuration.retry.decide(
            failure, attempt: job.attempt, triedFresh: job.triedFresh, isOnline: isOnline,
            sequence: status.sequence, using: &generator)
        let attempt = job.attempt
        var change = SyncChange()
        job.usesFreshConnection = false
        var code: Int? = if case .transfer(let transfer) = failure { transfer.code } else { nil }
        var due = now.moment
        var reason = WaitReason.interval
        // Whether this is a failure of the place, or of the network, the key or the limit.
        var isCounted = true
        switch decision {
        case .waitForOnline:
            job.attempt -= 1
            if failure.offlineIsPossible { code = -1009 }
            reason = .online
            isCounted = false
        case .tryFreshConnection:
            job.attempt -= 1
            due = .distantPast
            isCounted = false
            if !failure.isSuperseded {
                job.triedFresh = true
                job.usesFreshConnection = true
            }
        case .waitForTimer(let delay):
            due = now.moment.advanced(by: delay)
            reason = .timer
        case .waitForKey:
            job.attempt -= 1
            reason = .key
            if isOldKey {
                isCounted = false
            } else {
                keyIsProven = false
                closeGate(.key, failure, now, &change, &actions) { $0.closeForKey(at: now.moment) }
            }
        case .waitForQuota(let pause):
            job.attempt -= 1
            reason = .quota
            closeGate(.quota, failure, now, &change, &actions) { $0.closeForQuota(pause, at: now.moment) }
        case .waitForPlace:
            job.attempt = 0
            job.triedFresh = false
            due = now.moment.advanced(by: RetryPolicy.placePause)
        case .giveUp(let counts):
            job.attempt = 0
            job.triedFresh = false
            if counts { job.failedCycles += 1 }
            due = now.moment.advanced(by: regularInterval(key.kind ?? .current, job, now))
        }
        if isCounted {
            noteHealth(key, failure, decision, now, &change, &actions)
            job.failedCalls += 1
            job.lastFailure = FailureRecord(
                at: now.wall, kind: key.kind, label: failure.label, code: code,
                httpStatus: failure.httpStatus, message: failure.message)
            speak(key, &job, failure, decision, attempt, &actions)
        }
        jobs[key] = job
        wait(key, until: due, reason)
        let retryAt = due > now.moment ? now.wall(at: due) : nil
        change.attempts = [
            journal(key, job, attempt, result, failure, code: code, decision.label, retryAt, now)
        ]
        change.schedules = records(key, now)
        change.month = budget.month
        actions.append(.remember(change))
        consequences(key, failure, decision, &actions)
    }

    /// One line when a place begins to fail; while a gate is closed that says it for all.
    private func speak(
        _ key: SyncJobKey, _ job: inout SyncJob, _ failure: FetchFailure, _ decision: RetryDecision,
        _ attempt: Int, _ actions: inout [Action]
    ) {
        guard !job.isSpokenOf, gates.canaryAt == nil, !key.isQuestion else { return }
        job.isSpokenOf = true
        let retry: Duration? = if case .waitForTimer(let delay) = decision { delay } else { nil }
        actions.append(
            .notice(
                .placeFailing(
                    job.places, key.kind, failure, attempt: attempt, of: configuration.retry.delays.count,
                    retry: retry)))
    }

    /// What the failure says about the server and the account.
    private mutating func noteHealth(
        _ key: SyncJobKey, _ failure: FetchFailure, _ decision: RetryDecision, _ now: Now,
        _ change: inout SyncChange, _ actions: inout [Action]
    ) {
        if decision == .waitForPlace {
            keyIsProven = true
            for kind in gates.noteAcceptedCall() {
                change.openedGates.append(kind)
                actions.append(.notice(.gateOpened(kind)))
            }
        }
        if failure.isServerSide, status.state == .online {
            closeGate(.breaker, failure, now, &change, &actions) {
                $0.noteServerFailure(key.cell, at: now.moment)
            }
        }
        // A canary that failed otherwise: the next one is not due at once.
        change.gates += gates.keepClosed(at: now.moment).compactMap {
            gates.record($0, at: now, digest: keyDigest)
        }
    }

    /// Closes a gate, or keeps it closed for longer; only the first is news.
    private mutating func closeGate(
        _ kind: GateKind, _ failure: FetchFailure, _ now: Now, _ change: inout SyncChange,
        _ actions: inout [Action], _ close: (inout AccountGates) -> Bool
    ) {
        let wasClosed = gates.isClosed(kind)
        guard close(&gates), let record = gates.record(kind, at: now, digest: keyDigest) else { return }
        change.gates.append(record)
        guard !wasClosed, let until = gates.closed[kind]?.until else { return }
        actions.append(.notice(.gateClosed(kind, until: until, failure)))
    }

    /// What others must be told of the failure.
    private mutating func consequences(
        _ key: SyncJobKey, _ failure: FetchFailure, _ decision: RetryDecision, _ actions: inout [Action]
    ) {
        switch key {
        case .lookUp(let identity):
            let reason: WaitReason
            switch decision {
            case .tryFreshConnection: return
            case .waitForPlace, .giveUp(counts: false):
                forget(identity)
                actions.append(.answerLookUp(identity, .failure(failure)))
                return
            case .waitForOnline: reason = .online
            case .waitForKey: reason = .key
            case .waitForQuota: reason = .quota
            case .waitForTimer, .giveUp: reason = .timer
            }
            forget(identity)
            actions.append(.declineLookUp(identity, reason))
        case .place, .weather:
            // A place without a forecast is a place all the same.
            guard decision == .waitForPlace, key.kind == nil || key.kind == .current, let job = jobs[key]
            else { break }
            for identity in job.places where places[identity]?.status != .notFound {
                setStatus(identity, .notFound, &actions)
            }
        }
    }

    private mutating func setStatus(
        _ identity: PlaceID, _ status: PlaceStatus, _ actions: inout [Action]
    ) {
        places[identity]?.status = status
        actions.append(.setStatus(identity, status))
    }
}
