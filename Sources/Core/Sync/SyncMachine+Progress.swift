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
            waitingFor: nil, nextAttempt: nil, attempt: attempt, lastFailure: failure)
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
        max(budget.nextCallAt(now), gates.canaryAt ?? .distantPast, now.moment)
    }

    /// When a closed gate's canary goes out; for `key.next_check_at` and `budget.blocked_until`.
    package func gateCloses(_ kind: GateKind) -> AccountGates.Gate? { gates.closed[kind] }

    /// Calls of the last minute.
    package mutating func minuteUsed(at now: Now) -> Int { budget.minuteUsed(now) }
}
