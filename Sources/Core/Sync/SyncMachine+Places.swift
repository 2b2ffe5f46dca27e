// The watch list: which jobs exist.
extension SyncMachine {
    /// Takes in a new place or a changed one.
    mutating func change(_ place: Place, _ now: Now) {
        if let old = places[place.id], keys(of: old) != keys(of: place) || old.query != place.query {
            detach(old)
        }
        places[place.id] = place
        switch place.status {
        case .active, .notFound:
            guard let coordinates = place.coordinates else { return addLookUp(of: place, now) }
            for kind in WeatherKind.allCases where configuration.interval(kind) != nil {
                attach(place.id, coordinates, kind, now)
            }
        case .pending: addLookUp(of: place, now)
        case .ambiguous, .paused: detach(place)
        }
    }

    mutating func remove(_ identity: PlaceID) {
        guard let place = places.removeValue(forKey: identity) else { return }
        detach(place)
    }

    private func keys(of place: Place) -> [SyncJobKey] {
        guard let cell = place.coordinates?.cell else { return [.place(place.id)] }
        return WeatherKind.allCases.map { .weather($0, cell) }
    }

    private mutating func detach(_ place: Place) {
        drop(.place(place.id))
        guard let cell = place.coordinates?.cell else { return }
        for kind in WeatherKind.allCases {
            let key = SyncJobKey.weather(kind, cell)
            guard var job = jobs[key] else { continue }
            job.places.removeAll { $0 == place.id }
            jobs[key] = job
            if job.places.isEmpty { drop(key) }
        }
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
            if record?.succeededAt == nil { hurry(key, now) }
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
        }
        let (due, reason) = restoredDue(record, job, kind, now)
        add(key, job, due: due, reason)
    }

    private mutating func add(_ key: SyncJobKey, _ job: SyncJob, due: Moment, _ reason: WaitReason) {
        jobs[key] = job
        wait(key, until: due, reason)
    }

    /// Never earlier than the predecessor would have, except that a clock that jumped cannot postpone by more
    /// than the longest pause there is.
    private func restoredDue(
        _ record: ScheduleRecord, _ job: SyncJob, _ kind: WeatherKind, _ now: Now
    ) -> (Moment, WaitReason) {
        if let next = record.nextAttemptAt {
            let wait = min(max(.zero, now.wall.duration(to: next)), RetryPolicy.placePause)
            return (now.moment.advanced(by: wait), record.attempt > 0 ? .timer : .interval)
        }
        guard let succeededAt = job.succeededAt else { return (now.moment, .interval) }
        return (succeededAt.advanced(by: regularInterval(kind, job, now)), .interval)
    }

    // MARK: intervals

    /// Calls per second that the list asks for at its configured intervals.
    var demand: Double {
        var perKind: [WeatherKind: Int] = [:]
        for key in jobs.keys { if let kind = key.kind { perKind[kind, default: 0] += 1 } }
        return perKind.reduce(0) { sum, entry in
            sum + Double(entry.value) / (configuration.interval(entry.key)?.inSeconds ?? .infinity)
        }
    }

    /// The pause until this job's next regular fetch: configured, grown by failed cycles, stretched by the
    /// month.
    func regularInterval(_ kind: WeatherKind, _ job: SyncJob, _ now: Now) -> Duration {
        let configured = configuration.interval(kind) ?? .hours(1)
        return configuration.retry.grown(configured, failedCycles: job.failedCycles).scaled(by: stretch)
    }

    /// Works out anew how far the intervals must stretch for the month's calls to last.
    mutating func stretchIntervals(_ now: Now, _ actions: inout [Action]) {
        let before = stretch
        stretch = budget.stretch(callsPerSecond: demand, at: now)
        stretchedAt = now.moment
        // Spoken of when it begins, ends, or moves by a tenth; not for every place that is added.
        guard abs(stretch - before) > 0.1 * before || (stretch > 1) != (before > 1) else { return }
        actions.append(.notice(.intervalsStretched(configuration.currentEvery.scaled(by: stretch))))
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
        let earliest = job.succeededAt?.advanced(by: configuration.shortestInterval) ?? now.moment
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
        for identity in lookUps {
            guard case .waiting = jobs[.lookUp(identity)]?.phase else { continue }
            forget(identity)
            actions.append(.declineLookUp(identity, reason))
        }
    }
}
