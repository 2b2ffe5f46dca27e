import Control
import Core
import EventLoop
import Store

// What is fetched while the disk does not take it.
extension Engine {
    /// Writes what is to be remembered, or keeps it.
    ///
    /// While anything is kept everything is: a newer state must not be written before an older one.
    func remember(_ change: SyncChange) async {
        guard kept.isEmpty, !isHealing else { return kept.keep(change) }
        do throws(StoreError) {
            try await parts.store.record(change)
            noteStorage(nil)
        } catch {
            if error.isWorthKeepingFor { kept.keep(change) }
            noteStorage(error)
        }
    }

    /// Does something with the store that nobody waits for and that is not kept.
    func keep(_ body: (Store) async throws(StoreError) -> Void) async {
        do throws(StoreError) {
            try await body(parts.store)
            noteStorage(nil)
        } catch {
            noteStorage(error)
        }
    }

    /// Speaks of the disk when its state changes, not for every write that fails; sees to it that what is kept
    /// is tried again, at once after a write that worked, else in growing steps.
    func noteStorage(_ error: StoreError?) {
        let before = storage
        guard let error else {
            // Not every change that works has written something; what follows does.
            let mayBeWell = storage == .failing || storage == .full && parts.store.hasAmpleRoom
            if !kept.isEmpty || mayBeWell { startHealing() }
            return
        }
        switch error {
        // Nothing of the disk's.
        case .stopped, .duplicateName, .noSuchPlace: return
        default: break
        }
        if case .full = error { storage = .full } else { storage = .failing }
        if error.isDamage, !hasRecovered, damage == nil {
            damage = error
            start(.recover)
        }
        planHealing()
        guard storage != before else { return }
        parts.log.write(.error, "what is fetched cannot be stored: \(error.message)")
    }

    /// The disk is well again when all that was kept is written and there is room for more: on a full disk some
    /// writes find an old page to write to.
    private func noteWritten() {
        guard kept.isEmpty else { return startHealing() }
        guard storage == .failing || storage == .full && parts.store.hasAmpleRoom else { return }
        storage = .ok
        parts.log.write(.notice, "the disk takes what is fetched again")
        start(.putBallast)
    }

    /// Replaces a database that has turned out to be damaged; once in the daemon's life, so that a disk which
    /// damages whatever is written to it does not fill up with what was set aside.
    ///
    /// When there is no room for a new one the old one stays, and it is tried again with what is kept.
    func recoverStore() async {
        guard let found = damage, !hasRecovered else { return }
        hasRecovered = true
        do throws(StoreError) {
            let recovery = try await parts.store.recover(from: found)
            damage = nil
            storage = .recovered
            if let recovery { parts.log.write(.warning, recovery.message) }
            startHealing()
        } catch {
            if error.isRetryable { hasRecovered = false } else { damage = nil }
            noteStorage(error)
        }
    }

    // MARK: healing

    private func planHealing() {
        guard !isHealingPlanned else { return }
        isHealingPlanned = true
        let timer = healingTimer ?? LoopTimer { [weak self] in self?.startHealing() }
        healingTimer = timer
        timer.arm(now.moment.advanced(by: healing.next()))
    }

    private func planNextHealing() {
        isHealingPlanned = false
        planHealing()
    }

    private func startHealing() {
        healingTimer?.disarm()
        isHealingPlanned = true
        start(.heal)
    }

    /// Tries to write what is kept.
    ///
    /// On a full disk first the ballast goes, then what history is over its age or the database over its size.
    func heal() async {
        guard !isHealing else { return }
        isHealing = true
        defer { isHealing = false }
        if damage != nil {
            await recoverStore()
            guard damage == nil else { return planNextHealing() }
        }
        if storage == .full { await makeRoom() }
        writing = kept
        kept = KeptValues()
        do throws(StoreError) {
            try await parts.store.store(Array(writing.answers.values), writing.change)
            writing = KeptValues()
            isHealingPlanned = false
            healing.reset()
            noteWritten()
        } catch {
            // What has come meanwhile is newer.
            writing.keep(kept)
            kept = error.isWorthKeepingFor ? writing : KeptValues()
            writing = KeptValues()
            isHealingPlanned = false
            noteStorage(error)
        }
    }

    /// The last try for what the disk has not taken.
    func writeKept() async {
        if !kept.isEmpty { await heal() }
    }

    private func makeRoom() async {
        await parts.store.makeRoom()
        // The write that follows tells whether it helped.
        try? await parts.store.prune(
            keepHistory: configuration.keepHistory, maximumBytes: configuration.maxSize, now: now.wall)
    }

    /// A newer answer than what is kept has been stored, or is about to be.
    func supersedeKept(_ kind: WeatherKind, of places: [PlaceID]) {
        kept.drop(kind, of: places)
        // What is being written was submitted before; if that fails it must not be tried again.
        writing.drop(kind, of: places)
    }

    /// The newest current weather of a place that is not in the database.
    func keptReport(of place: PlaceID) -> CurrentReport? {
        guard let (observation, fetchedAt) = kept.current(of: place) ?? writing.current(of: place) else {
            return nil
        }
        let wall = now.wall
        return CurrentReport(
            observation: observation, checkedAt: fetchedAt, age: observation.observedAt.duration(to: wall),
            isStale: fetchedAt.duration(to: wall) > configuration.staleAfter)
    }
}

extension Engine {
    /// The newest current weather that is not in the database, by place.
    var keptCurrents: [PlaceID: CurrentRow] {
        guard !kept.isEmpty || !writing.isEmpty else { return [:] }
        var rows: [PlaceID: CurrentRow] = [:]
        for place in places.keys {
            guard let (observation, fetchedAt) = kept.current(of: place) ?? writing.current(of: place) else {
                continue
            }
            rows[place] = CurrentRow(
                place: place, observation: observation, fetchedAt: fetchedAt, checkedAt: fetchedAt)
        }
        return rows
    }
}

extension StoreError {
    /// Whether what could not be written now may be written later, to this database or the one after it.
    var isWorthKeepingFor: Bool { isRetryable || isDamage }
}
