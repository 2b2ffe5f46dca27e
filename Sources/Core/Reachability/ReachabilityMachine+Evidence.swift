// How each kind of evidence moves the machine.
extension ReachabilityMachine {
    private typealias Numbers = ReachabilityConfiguration

    var pathHold: Duration {
        if case .unknown(_, afterResume: true, _) = phase { return Numbers.pathHoldAfterResume }
        return Numbers.pathHold
    }

    // MARK: the kernel's view

    mutating func observePath(_ snapshot: PathSnapshot, _ now: Now, _ actions: inout [Action]) {
        let first = path == nil
        let delta = PathDelta(from: path ?? .none, to: snapshot)
        path = snapshot
        if phase == .forced {
            // The verdict stands; what was made on the other network is dead all the same.
            if !first, delta == .gained || delta == .changed { beginGeneration(now, &actions) }
            return
        }
        switch delta {
        case .unchanged:
            // The first look at a machine without a network needs no hold: there is nothing to flicker.
            if first { loseNow(now, &actions) }
        case .lost:
            pathGoneSince = now.moment
        case .gained:
            pathGoneSince = nil
            safetyLookAt = nil
            if !first { beginGeneration(now, &actions) }
            restartProbing(now)
        case .changed:
            beginGeneration(now, &actions)
            restartProbing(now)
        }
    }

    /// A full probe at once, with the backoff of the state begun anew.
    private mutating func restartProbing(_ now: Now) {
        switch phase {
        case .unknown(let until, let afterResume, _):
            phase = .unknown(until: until, afterResume: afterResume, probes: 0)
        case .online, .suspect: phase = .suspect(hard: 0, soft: 0, probes: 0)
        case .offline: phase = .offline(probes: Numbers.beforeFirstProbe, goodProbes: 0)
        case .forced: return
        }
        scheduleProbe(at: now.moment)
    }

    private mutating func loseNow(_ now: Now, _ actions: inout [Action]) {
        goOffline(.noPath, now, &actions)
    }

    // MARK: probes

    mutating func finishProbe(_ report: ProbeReport, _ now: Now, _ actions: inout [Action]) {
        guard let running = probe, running.request.token == report.token else { return }
        probe = nil
        note(report, now)
        let verdict = ProbeVerdict(report, clockIsWrong: clockIsDoubtful(now))
        switch verdict {
        case .reachable: noteGoodProbe(now, &actions)
        case .unreachable(let reason, let isHard): noteBadProbe(reason, isHard: isHard, now, &actions)
        }
    }

    private mutating func noteGoodProbe(_ now: Now, _ actions: inout [Action]) {
        switch phase {
        case .unknown: goOnline(now, &actions)
        case .online: scheduleSteadyProbe(now)
        case .suspect:
            phase = .online(probes: 0)
            scheduleSteadyProbe(now)
        case .offline(let probes, let good):
            guard let hold = flapHold(now) else { return goOnline(now, &actions) }
            let mayRiseAt = status.since.advanced(by: hold)
            if good >= 1, mayRiseAt <= now.moment { return goOnline(now, &actions) }
            phase = .offline(probes: probes, goodProbes: good + 1)
            scheduleProbe(at: max(mayRiseAt, now.moment.advanced(by: .seconds(1))))
        case .forced: break
        }
    }

    private mutating func noteBadProbe(
        _ reason: ReachabilityReason, isHard: Bool, _ now: Now, _ actions: inout [Action]
    ) {
        troubleAt = now.moment
        lastBadReason = reason
        switch phase {
        case .unknown(let until, let afterResume, let probes):
            guard afterResume else { return goOffline(reason, now, &actions) }
            // The verdict waits: links are still coming up, and resolvers answer with failures from before.
            let pause = Numbers.resumePauses[min(probes, Numbers.resumePauses.count - 1)]
            scheduleProbe(at: min(now.moment.advanced(by: pause), until))
        case .online: suspect(hard: isHard ? 1 : 0, soft: isHard ? 0 : 1, reason, now, &actions)
        case .suspect(let hard, let soft, _):
            suspect(hard: hard + (isHard ? 1 : 0), soft: soft + (isHard ? 0 : 1), reason, now, &actions)
        case .offline(let probes, _):
            phase = .offline(probes: probes, goodProbes: 0)
            publish(.offline, reason, now, &actions)
            scheduleOfflineProbe(now)
        case .forced: break
        }
    }

    private mutating func suspect(
        hard: Int, soft: Int, _ reason: ReachabilityReason, _ now: Now, _ actions: inout [Action]
    ) {
        if hard >= Numbers.hardFailuresToOffline || hard + soft >= Numbers.failuresToOffline {
            return goOffline(reason, now, &actions)
        }
        let probes = if case .suspect(_, _, let count) = phase { count } else { 0 }
        phase = .suspect(hard: hard, soft: soft, probes: probes)
        let pause = Numbers.suspectPauses[min(probes, Numbers.suspectPauses.count - 1)]
        scheduleProbe(at: now.moment.advanced(by: pause))
    }

    // MARK: real traffic

    mutating func noteTraffic(_ generation: Int, _ now: Now, _ actions: inout [Action]) {
        guard generation == status.generation, path?.isUsable != false else { return }
        switch phase {
        case .online(let probes):
            // Proof enough: the next steady probe is counted from here.
            phase = .online(probes: probes)
            if probe == nil { scheduleSteadyProbe(now) }
        case .suspect, .unknown:
            abandonProbe(&actions)
            goOnline(now, &actions)
        case .offline:
            // A late answer to a call from before. The way up is a full probe, so that is what it earns.
            probeSoon(now, &actions)
        case .forced: break
        }
    }

    mutating func suspectTraffic(_ generation: Int, _ now: Now, _ actions: inout [Action]) {
        guard generation == status.generation, case .online = phase else { return }
        troubleAt = now.moment
        // The steady probe that may be running answers another question.
        abandonProbe(&actions)
        phase = .suspect(hard: 0, soft: 0, probes: 0)
        scheduleProbe(at: now.moment)
    }

    /// A full probe at once, unless one is running, with the backoff begun anew.
    mutating func probeSoon(_ now: Now, _ actions: inout [Action]) {
        let isJoined = probe?.request.depth == .full
        if case .offline(_, let good) = phase {
            phase = .offline(probes: isJoined ? 0 : Numbers.beforeFirstProbe, goodProbes: good)
        }
        guard !isJoined else { return }
        // The steady probe that may be running answers another question.
        abandonProbe(&actions)
        if case .online = phase { phase = .online(probes: Numbers.fullProbeEvery - 1) }
        scheduleProbe(at: now.moment)
    }

    // MARK: the machine itself

    mutating func resume(_ now: Now, _ actions: inout [Action]) {
        guard phase != .forced else {
            beginGeneration(now, &actions)
            actions.append(.observePathAgain)
            return
        }
        phase = .unknown(
            until: now.moment.advanced(by: Numbers.unknownLimitAfterResume), afterResume: true, probes: 0)
        pathGoneSince = path?.isUsable == false ? now.moment : nil
        safetyLookAt = nil
        beginGeneration(now, &actions)
        publish(.unknown, .none, now, &actions)
        actions.append(.observePathAgain)
        scheduleProbe(at: now.moment)
    }

    mutating func force(_ state: ReachabilityState?, _ now: Now, _ actions: inout [Action]) {
        guard state != nil || phase == .forced else { return }
        abandonProbe(&actions)
        nextProbeAt = nil
        pathGoneSince = nil
        safetyLookAt = nil
        if let state {
            phase = .forced
            publish(state, .forced, now, &actions)
        } else {
            phase = .unknown(
                until: now.moment.advanced(by: Numbers.unknownLimit), afterResume: false, probes: 0)
            publish(.unknown, .none, now, &actions)
            if path?.isUsable == false {
                goOffline(.noPath, now, &actions)
            } else {
                scheduleProbe(at: now.moment)
            }
        }
    }

    mutating func meetDeadlines(_ now: Now, _ actions: inout [Action]) {
        if let since = pathGoneSince, since.advanced(by: pathHold) <= now.moment { loseNow(now, &actions) }
        if let safetyLookAt, safetyLookAt <= now.moment {
            self.safetyLookAt = now.moment.advanced(by: Numbers.safetyLook)
            actions.append(.observePathAgain)
        }
        if let running = probe, running.overdueAt <= now.moment {
            abandonProbe(&actions)
            noteBadProbe(.connect, isHard: false, now, &actions)
        }
        if case .unknown(let until, _, _) = phase, until <= now.moment {
            abandonProbe(&actions)
            goOffline(path?.isUsable == false ? .noPath : lastBadReason ?? .connect, now, &actions)
        }
    }

    // MARK: transitions

    private mutating func goOnline(_ now: Now, _ actions: inout [Action]) {
        phase = .online(probes: 0)
        pathGoneSince = nil
        safetyLookAt = nil
        troubleAt = now.moment
        publish(.online, .none, now, &actions)
        scheduleSteadyProbe(now)
    }

    private mutating func goOffline(
        _ reason: ReachabilityReason, _ now: Now, _ actions: inout [Action]
    ) {
        phase = .offline(probes: 0, goodProbes: 0)
        troubleAt = now.moment
        publish(.offline, reason, now, &actions)
        if reason == .noPath {
            pathGoneSince = nil
            abandonProbe(&actions)
            nextProbeAt = nil
            safetyLookAt = now.moment.advanced(by: Numbers.safetyLook)
        } else {
            scheduleOfflineProbe(now)
        }
    }

    private mutating func scheduleSteadyProbe(_ now: Now) {
        let isQuiet = troubleAt.duration(to: now.moment) >= Numbers.quietSpell
        let interval = configuration.probeEvery * (isQuiet ? Numbers.quietStretch : 1)
        scheduleProbe(at: now.moment.advanced(by: jittered(interval)))
    }

    /// 1, 2, 4 … `probeMax`, ±20 %.
    private mutating func scheduleOfflineProbe(_ now: Now) {
        guard case .offline(let probes, _) = phase else { return }
        let pause = min(.seconds(1 << min(max(0, probes), 16)), configuration.probeMax)
        scheduleProbe(at: now.moment.advanced(by: jittered(pause)))
    }
}
