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
        let held = hold(now)
        progress.waitingFor = waitReason(job, held ?? closedGate, now)
        guard case .waiting(_, let due, _) = job.phase, held == nil else { return }
        progress.nextAttempt = max(due, earliest(now))
    }

    /// `hold`: what keeps every call back.
    private func waitReason(_ job: SyncJob, _ hold: WaitReason?, _ now: Now) -> WaitReason? {
        switch job.phase {
        case .inFlight, .storing: nil
        case .confirming: .online
        case .waiting(_, let due, let reason):
            hold ?? (due > now.moment || reason == .storage ? reason : .interval)
        }
    }

    /// Counts the places, with one look at each: a hundred thousand take milliseconds.
    package func tally(freshSince limit: Moment, at now: Now) -> PlaceTally {
        var tally = PlaceTally()
        let hold = hold(now) ?? closedGate
        for place in places.values {
            let job = jobs[place.coordinates.map { .weather(.current, $0.cell) } ?? .place(place.id)]
            let isFresh = job?.succeededAt.map { $0 >= limit } ?? false
            if isFresh { tally.fresh += 1 } else { tally.stale += 1 }
            guard place.status != .ambiguous, let job, let reason = waitReason(job, hold, now),
                reason != .interval
            else { continue }
            tally.waiting[reason, default: 0] += 1
        }
        return tally
    }

    /// When the next call can go out; nil while that is up to an event.
    package mutating func nextCall(at now: Now) -> Moment? {
        guard hold(now) == nil, let due = queue.earliest else { return nil }
        return max(due, earliest(now))
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

/// How many places are how.
package struct PlaceTally: Equatable, Sendable {
    package var fresh = 0
    package var stale = 0
    /// By what they wait for; those that wait for their turn, or for a choice, are left out.
    package var waiting: [WaitReason: Int] = [:]

    package init() {}
}
