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
            for key in confirming { settle(key, now, &actions) }
            confirming = []
        }
        declineQuestions(&actions)
    }

    mutating func changeKey(_ digest: Int64?, _ now: Now, _ actions: inout [Action]) {
        // The key that is there at start and was refused before is no news.
        let isOldNews = digest != nil && digest == restoredKeyDigest
        restoredKeyDigest = nil
        keyDigest = digest
        if isOldNews { return }
        keyIsProven = false
        if digest != nil, gates.openForKey() {
            actions.append(.remember(SyncChange(openedGates: [.key])))
            actions.append(.notice(.gateOpened(.key)))
        }
        declineQuestions(&actions)
    }

    mutating func finish(_ token: Int, _ result: FetchResult, _ now: Now, _ actions: inout [Action]) {
        guard let key = tokens.removeValue(forKey: token) else { return }
        storing -= 1
        if result.httpStatus != nil { provingSince = nil }
        if stretchedAt.duration(to: now.moment) >= .hours(1) { stretchIntervals(now, &actions) }
        guard case .storing(token) = jobs[key]?.phase else { return }
        if case .failed(.transfer(let transfer)) = result.outcome, transfer.offlineIsPossible,
            isSuspect || status.state != .online
        {
            jobs[key]?.phase = .confirming(result, .transfer(transfer))
            if isSuspect {
                confirming.insert(key)
            } else {
                settle(key, now, &actions)
            }
            return
        }
        if case .failed(let failure) = result.outcome {
            fail(key, result, failure, now, &actions)
        } else {
            succeed(key, result, now, &actions)
        }
    }

    private mutating func settle(_ key: SyncJobKey, _ now: Now, _ actions: inout [Action]) {
        guard case .confirming(let result, let failure) = jobs[key]?.phase else { return }
        fail(key, result, failure, now, &actions)
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
        if job.failedCalls > 0 {
            actions.append(.notice(.placeRecovered(job.places, key.kind, afterCalls: job.failedCalls)))
        }
        let wasLate = isLate(key, job, now)
        job.attempt = 0
        job.failedCycles = 0
        job.failedCalls = 0
        job.triedFresh = false
        job.usesFreshConnection = false
        job.lastFailure = nil
        if result.outcome != .notStored { job.succeededAt = now.moment }
        jobs[key] = job
        change.attempts = [journal(key, job, attempt, result, nil, code: nil, "next", nil, now)]
        switch result.outcome {
        case .candidates(let candidates): answer(key, candidates, now, &actions)
        case .stored, .notStored, .failed:
            guard let kind = key.kind else { break }
            var interval = regularInterval(kind, job, now)
            if wasLate {
                let spread = interval.scaled(by: SyncConfiguration.catchUpSpread)
                interval += spread.scaled(by: Double.random(in: 0...1, using: &generator))
            }
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
        _ key: SyncJobKey, _ result: FetchResult, _ failure: FetchFailure, _ now: Now,
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
        switch decision {
        case .waitForOnline:
            job.attempt -= 1
            code = -1009
            reason = .online
        case .tryFreshConnection:
            job.attempt -= 1
            job.triedFresh = true
            job.usesFreshConnection = true
        case .waitForTimer(let delay):
            due = now.moment.advanced(by: delay)
            reason = .timer
        case .waitForKey:
            job.attempt -= 1
            reason = .key
            keyIsProven = false
            closeGate(.key, failure, now, &change, &actions) { $0.closeForKey(at: now.moment) }
        case .waitForQuota(let pause):
            job.attempt -= 1
            reason = .quota
            closeGate(.quota, failure, now, &change, &actions) { $0.closeForQuota(pause, at: now.moment) }
        case .waitForPlace:
            job.attempt = 0
            due = now.moment.advanced(by: RetryPolicy.placePause)
        case .giveUp(let counts):
            job.attempt = 0
            job.triedFresh = false
            if counts { job.failedCycles += 1 }
            due = now.moment.advanced(by: regularInterval(key.kind ?? .current, job, now))
        }
        if decision != .waitForOnline(after: status.sequence) {
            job.failedCalls += 1
            job.lastFailure = FailureRecord(
                at: now.wall, kind: key.kind, label: failure.label, code: code,
                httpStatus: failure.httpStatus, message: failure.message)
        }
        jobs[key] = job
        noteHealth(key, failure, decision, now, &change, &actions)
        wait(key, until: due, reason)
        let retryAt = due > now.moment ? now.wall(at: due) : nil
        change.attempts = [
            journal(key, job, attempt, result, failure, code: code, decision.label, retryAt, now)
        ]
        change.schedules = records(key, now)
        change.month = budget.month
        actions.append(.remember(change))
        if job.failedCalls == 1, decision != .waitForKey, !key.isQuestion {
            let retry: Duration? = if case .waitForTimer(let delay) = decision { delay } else { nil }
            actions.append(
                .notice(
                    .placeFailing(
                        job.places, key.kind, failure, attempt: attempt,
                        of: configuration.retry.delays.count, retry: retry)))
        }
        consequences(key, failure, decision, &actions)
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
        guard failure.isServerSide, status.state == .online else { return }
        guard gates.noteServerFailure(key.cell, at: now.moment) else { return }
        rememberGate(.breaker, failure, now, &change, &actions)
    }

    private mutating func closeGate(
        _ kind: GateKind, _ failure: FetchFailure, _ now: Now, _ change: inout SyncChange,
        _ actions: inout [Action], _ close: (inout AccountGates) -> Void
    ) {
        let before = gates.closed[kind]
        close(&gates)
        guard gates.closed[kind] != before else { return }
        rememberGate(kind, failure, now, &change, &actions)
    }

    private func rememberGate(
        _ kind: GateKind, _ failure: FetchFailure, _ now: Now, _ change: inout SyncChange,
        _ actions: inout [Action]
    ) {
        guard let record = gates.record(kind, at: now, digest: keyDigest) else { return }
        change.gates.append(record)
        guard let until = gates.closed[kind]?.until else { return }
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
            guard decision == .waitForPlace, key.kind == nil || key.kind == .current, let job = jobs[key] else { break }
            for identity in job.places where places[identity]?.status != .notFound {
                setStatus(identity, .notFound, &actions)
            }
        }
        if decision == .waitForKey { declineQuestions(&actions) }
    }

    private mutating func setStatus(
        _ identity: PlaceID, _ status: PlaceStatus, _ actions: inout [Action]
    ) {
        places[identity]?.status = status
        actions.append(.setStatus(identity, status))
    }

    // MARK: records

    private func journal(
        _ key: SyncJobKey, _ job: SyncJob, _ attempt: Int, _ result: FetchResult, _ failure: FetchFailure?,
        code: Int?, _ decision: String, _ retryAt: UnixTime?, _ now: Now
    ) -> AttemptRecord {
        let outcome: String
        switch result.outcome {
        case .stored(let stored): outcome = stored.rawValue
        case .candidates: outcome = StoredOutcome.stored.rawValue
        case .notStored: outcome = "not_stored"
        case .failed(let failure): outcome = failure.label
        }
        var record = AttemptRecord(
            at: now.wall, place: job.places.first, kind: key.label, attempt: attempt, outcome: outcome,
            code: code, httpStatus: result.httpStatus, duration: result.duration, bytes: result.bytes,
            decision: decision, retryAt: retryAt)
        if case .transfer(let transfer) = failure {
            record.curlCode = transfer.curlCode == 0 ? nil : Int(transfer.curlCode)
            record.osErrno = transfer.osErrno == 0 ? nil : Int(transfer.osErrno)
            record.phase = transfer.phase
        }
        return record
    }

    private func records(_ key: SyncJobKey, _ now: Now) -> [ScheduleRecord] {
        guard let kind = key.kind, let job = jobs[key] else { return [] }
        var next: UnixTime?
        if case .waiting(_, let due, _) = job.phase, due > now.moment { next = now.wall(at: due) }
        return job.places.map { place in
            ScheduleRecord(
                place: place, kind: kind, succeededAt: job.succeededAt.map { now.wall(at: $0) },
                attempt: job.attempt, failedCycles: job.failedCycles, nextAttemptAt: next,
                lastFailure: job.lastFailure)
        }
    }
}

extension SyncJobKey {
    /// Somebody waits for the answer and is told of the failure.
    var isQuestion: Bool {
        if case .lookUp = self { return true }
        return false
    }
}
