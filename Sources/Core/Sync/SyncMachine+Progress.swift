// What `status` shows: every wait has a reason, a wake-up and a way out.
extension SyncMachine {
    /// The state of one place; nil for a place that is not on the list.
    package mutating func progress(of identity: PlaceID, at now: Now) -> PlaceProgress? {
        guard let place = places[identity] else { return nil }
        let keys = placeKeys(place)
        let known = keys.compactMap { jobs[$0] }
        let failure = known.compactMap(\.lastFailure).max { $0.at < $1.at }
        let attempt = known.map(\.attempt).max() ?? 0
        var progress = PlaceProgress(
            waitingFor: nil, nextAttempt: nil, attempt: attempt, lastFailure: failure,
            checkedAt: keys.first.flatMap { jobs[$0]?.succeededAt })
        switch place.status {
        case .ambiguous: progress.waitingFor = .pick
        case .paused: break
        case .pending, .active, .notFound:
            if let job = keys.compactMap({ jobs[$0] }).first { describe(job, now, &progress) }
        }
        return progress
    }

    /// Current weather first: it is what a reader waits for.
    private func placeKeys(_ place: Place) -> [SyncJobKey] {
        guard let cell = place.coordinates?.cell else { return [.place(place.id)] }
        return WeatherKind.allCases.map { .weather($0, cell) }
    }

    private mutating func describe(_ job: SyncJob, _ now: Now, _ progress: inout PlaceProgress) {
        switch job.phase {
        case .inFlight, .storing: break
        case .confirming: progress.waitingFor = .online
        case .waiting(_, let due, let reason):
            if let hold = hold(now) {
                progress.waitingFor = hold
            } else if let gate = closedGate {
                progress.waitingFor = gate
                progress.nextAttempt = max(due, earliest(now))
            } else {
                progress.waitingFor = due > now.moment || reason == .storage ? reason : .interval
                progress.nextAttempt = max(due, earliest(now))
            }
        }
    }

    private mutating func earliest(_ now: Now) -> Moment {
        max(earliestCall(now), now.moment)
    }

    /// A closed gate; nil while it is open.
    package func gate(_ kind: GateKind) -> AccountGates.Gate? { gates.closed[kind] }

    /// The jobs of these places that a call is out for or that only wait for permission to make one.
    package func dueJobs(of identities: [PlaceID], at now: Now) -> Set<JobName> {
        var due: Set<JobName> = []
        for identity in identities {
            guard let place = places[identity] else { continue }
            for key in placeKeys(place) {
                guard let job = jobs[key], let first = job.places.first else { continue }
                if case .waiting(_, let moment, _) = job.phase, moment > now.moment { continue }
                due.insert(JobName(place: first, kind: key.label))
            }
        }
        return due
    }

    /// Calls of the last minute.
    package mutating func minuteUsed(at now: Now) -> Int { budget.minuteUsed(now) }
}
