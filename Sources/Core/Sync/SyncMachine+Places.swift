// The watch list: which jobs exist.
extension SyncMachine {
    /// Takes in a new place or a changed one.
    mutating func change(_ place: Place, _ now: Now) {
        var isSecondChance = false
        if let old = places[place.id] {
            // What was not found is asked for again when somebody edits it.
            isSecondChance =
                old.status == .notFound && (place.status != .notFound || place.name != old.name)
            if keys(of: old) != keys(of: place) {
                detach(old, now)
                forgetSchedules(of: place.id)
            } else if old.query != place.query {
                detach(old, now)
            }
        }
        places[place.id] = place
        switch place.status {
        case .active, .notFound:
            guard let coordinates = place.coordinates else { return addLookUp(of: place, now) }
            for kind in WeatherKind.allCases where configuration.interval(kind) != nil {
                attach(place.id, coordinates, kind, now)
            }
        case .pending: addLookUp(of: place, now)
        case .ambiguous, .paused: detach(place, now)
        }
        if isSecondChance { hurry([place.id], now) }
    }

    mutating func remove(_ identity: PlaceID, _ now: Now) {
        guard let place = places.removeValue(forKey: identity) else { return }
        detach(place, now)
        forgetSchedules(of: identity)
    }

    private func keys(of place: Place) -> [SyncJobKey] {
        guard let cell = place.coordinates?.cell else { return [.place(place.id)] }
        return WeatherKind.allCases.map { .weather($0, cell) }
    }

    /// Takes a place out of its jobs; what is known of its schedules is kept for its return.
    private mutating func detach(_ place: Place, _ now: Now) {
        drop(.place(place.id))
        guard let cell = place.coordinates?.cell else { return }
        for kind in WeatherKind.allCases {
            let key = SyncJobKey.weather(kind, cell)
            guard let job = jobs[key], job.places.contains(place.id) else { continue }
            restored[RestoredKey(place: place.id, kind: kind)] = record(of: place.id, kind, job, now)
            jobs[key]?.places.removeAll { $0 == place.id }
            if job.places.count == 1 { drop(key) }
        }
    }

    /// Ends a job whose places stay on the list.
    mutating func suspend(_ key: SyncJobKey, _ now: Now) {
        guard let job = jobs[key], let kind = key.kind else { return }
        for place in job.places {
            restored[RestoredKey(place: place, kind: kind)] = record(of: place, kind, job, now)
        }
        drop(key)
    }

    private mutating func forgetSchedules(of place: PlaceID) {
        for kind in WeatherKind.allCases { restored[RestoredKey(place: place, kind: kind)] = nil }
    }

    private mutating func addLookUp(of place: Place, _ now: Now) {
        let key = SyncJobKey.place(place.id)
        guard jobs[key] == nil, let query = place.query else { return }
        add(
            key, SyncJob(phase: .storing(token: 0), places: [place.id], query: query), due: now.moment,
            .interval)
    }

    private mutating func attach(
        _ place: PlaceID, _ coordinates: Coordinates, _ kind: WeatherKind, _ now: Now
    ) {
        let key = SyncJobKey.weather(kind, coordinates.cell)
        let record = restored.removeValue(forKey: RestoredKey(place: place, kind: kind))
        if var job = jobs[key] {
            guard !job.places.contains(place) else { return }
            job.places.append(place)
            jobs[key] = job
            // A newcomer has no weather of its own yet; the ten-minute rule still holds for the position.
            guard record?.succeededAt == nil else { return }
            if case .waiting = job.phase { hurry(key, now) } else { jobs[key]?.hasNewcomer = true }
            return
        }
        var job = SyncJob(phase: .storing(token: 0), places: [place], coordinates: coordinates)
        guard let record else { return add(key, job, due: now.moment, .interval) }
        job.attempt = max(0, record.attempt)
        job.failedCycles = max(0, record.failedCycles)
        job.lastFailure = record.lastFailure
        if let at = record.succeededAt {
            let age = min(max(.zero, at.duration(to: now.wall)), .days(3650))
            job.succeededAt = now.moment.advanced(by: .zero - age)
            job.acceptedAt = job.succeededAt
        }
        let (due, reason) = restoredDue(record, job, kind, now)
        add(key, job, due: due, reason)
    }

    /// Puts a job to work.
    ///
    /// A call for the same position that is still out, from before a pause, becomes its own: there is never a
    /// second one.
    private mutating func add(_ key: SyncJobKey, _ job: SyncJob, due: Moment, _ reason: WaitReason) {
        jobs[key] = job
        guard let (token, call) = calls.first(where: { $0.value.key == key }) else {
            return wait(key, until: due, reason)
        }
        jobs[key]?.phase = call.isAnswered ? .storing(token: token) : .inFlight(token: token)
        jobs[key]?.hasNewcomer = !job.places.allSatisfy(call.places.contains)
    }

    /// No earlier than the predecessor would have, and no later than by the pause it had in mind: that is
    /// known whatever has happened to the clock.
    private func restoredDue(
        _ record: ScheduleRecord, _ job: SyncJob, _ kind: WeatherKind, _ now: Now
    ) -> (Moment, WaitReason) {
        if let next = record.nextAttemptAt {
            let written = [record.succeededAt, record.lastFailure?.at].compactMap { $0 }.max()
            let pause = max(.zero, written?.duration(to: next) ?? RetryPolicy.placePause)
            let wait = min(max(.zero, now.wall.duration(to: next)), pause, Self.longestPause)
            return (now.moment.advanced(by: wait), record.attempt > 0 ? .timer : .interval)
        }
        guard let succeededAt = job.succeededAt else { return (now.moment, .interval) }
        return (succeededAt.advanced(by: regularInterval(kind, job, now)), .interval)
    }

    /// An interval stretches to the end of the month at most.
    private static let longestPause: Duration = .days(31)

    // MARK: intervals

    /// Calls per second that the list asks for at its configured intervals.
    var demand: Double {
        WeatherKind.allCases.reduce(0) { sum, kind in
            guard let interval = configuration.interval(kind) else { return sum }
            return sum + Double(jobs.keys.count { $0.kind == kind }) / interval.inSeconds
        }
    }

    /// The pause until this job's next regular fetch: configured, grown by failed cycles, stretched by the
    /// month, but not beyond its end.
    func regularInterval(_ kind: WeatherKind, _ job: SyncJob, _ now: Now) -> Duration {
        let configured = configuration.interval(kind) ?? .hours(1)
        let grown = configuration.retry.grown(configured, failedCycles: job.failedCycles)
        guard stretch > 1 else { return grown }
        return max(grown, min(grown.scaled(by: stretch), now.wall.duration(to: budget.monthEnd)))
    }

    /// Works out anew how far the intervals must stretch for the month's calls to last.
    mutating func stretchIntervals(_ now: Now, _ actions: inout [Action]) {
        stretch = budget.stretch(callsPerSecond: demand, at: now)
        stretchedAt = now.moment
        // Spoken of when it has moved by a tenth; not for every place that is added.
        guard abs(stretch - spokenStretch) > 0.1 * min(stretch, spokenStretch) else { return }
        spokenStretch = stretch
        let interval = configuration.interval(.current) ?? configuration.currentEvery
        actions.append(.notice(.intervalsStretched(interval.scaled(by: stretch))))
    }

    // MARK: somebody asks

    /// Fetches these places as soon as gates, limiter and the shortest interval allow.
    mutating func hurry(_ identities: [PlaceID], _ now: Now) {
        for identity in identities {
            guard let place = places[identity] else { continue }
            for key in keys(of: place) { hurry(key, now) }
        }
    }

    private mutating func hurry(_ key: SyncJobKey, _ now: Now) {
        guard let job = jobs[key], case .waiting(_, let due, _) = job.phase else { return }
        let earliest = job.acceptedAt?.advanced(by: configuration.shortestInterval) ?? now.moment
        let sooner = max(now.moment, earliest)
        guard sooner < due else { return }
        jobs[key]?.attempt = 0
        wait(key, until: sooner, .interval)
    }

    /// A question is answered by geocoding, ahead of all fetches, or declined when it cannot be asked now.
    mutating func ask(_ identity: LookUpID, _ query: PlaceQuery, _ now: Now, _ actions: inout [Action]) {
        let key = SyncJobKey.lookUp(identity)
        if let reason = obstacle {
            actions.append(.declineLookUp(identity, reason))
            return
        }
        lookUps.insert(identity)
        add(key, SyncJob(phase: .storing(token: 0), places: [], query: query), due: .distantPast, .interval)
    }

    mutating func forget(_ identity: LookUpID) {
        lookUps.remove(identity)
        drop(.lookUp(identity))
    }

    /// Why a question cannot be asked now; unknown is no reason, it is over within seconds.
    var obstacle: WaitReason? {
        if status.state == .offline { return .online }
        if keyDigest == nil { return .key }
        return closedGate
    }

    /// Declines all open questions that cannot be asked any more.
    mutating func declineQuestions(_ actions: inout [Action]) {
        guard let reason = obstacle else { return }
        for identity in lookUps.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard case .waiting = jobs[.lookUp(identity)]?.phase else { continue }
            forget(identity)
            actions.append(.declineLookUp(identity, reason))
        }
    }
}
