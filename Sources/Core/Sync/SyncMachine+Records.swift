// What is written down.
extension SyncMachine {
    /// One line of the fetch journal.
    func journal(
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

    /// What a restart must know of a job: one record for each place that shares it.
    func records(_ key: SyncJobKey, _ now: Now) -> [ScheduleRecord] {
        guard let kind = key.kind, let job = jobs[key] else { return [] }
        return job.places.map { record(of: $0, kind, job, now) }
    }

    func record(of place: PlaceID, _ kind: WeatherKind, _ job: SyncJob, _ now: Now) -> ScheduleRecord {
        var next: UnixTime?
        if case .waiting(_, let due, _) = job.phase, due > now.moment { next = now.wall(notBefore: due) }
        return ScheduleRecord(
            place: place, kind: kind, succeededAt: job.succeededAt.map { now.wall(at: $0) },
            attempt: max(0, job.attempt), failedCycles: job.failedCycles, nextAttemptAt: next,
            lastFailure: job.lastFailure)
    }
}

extension SyncJobKey {
    /// Somebody waits for the answer and is told of the failure.
    var isQuestion: Bool {
        if case .lookUp = self { return true }
        return false
    }
}

extension FetchFailure {
    /// See `TransferFailure.offlineIsPossible`.
    var offlineIsPossible: Bool {
        if case .transfer(let transfer) = self { return transfer.offlineIsPossible }
        return false
    }

    /// The network changed beneath the call.
    var isSuperseded: Bool {
        if case .transfer(let transfer) = self { return transfer.cause == .superseded }
        return false
    }
}
