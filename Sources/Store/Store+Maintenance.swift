package import Core

extension Store {
    /// Deletes what is older than it need be, in steps of at most 5,000 rows that other changes may come
    /// between.
    ///
    /// Observations and air values go when they are older than `keepHistory`, and then oldest first while the
    /// database holds more than fifteen sixteenths of `maximumBytes`; the newest of each place always stays. Journal lines go after
    /// 7 days, reachability with the history. The file does not shrink: freed pages are used again.
    ///
    /// History is dated by the service and our clock may be wrong, so "now" is at most two days past the
    /// newest observation: a clock set years ahead deletes nothing.
    ///
    /// - Throws: What SQLite meets. The steps before it are kept; `full` can be one, a deletion needs room
    ///   too.
    package func prune(
        keepHistory: Duration, maximumBytes: Int64, now: UnixTime
    ) async throws(StoreError) {
        try await purgeRemoved()
        let newest = try await read { (connection) throws(StoreError) in try HistoryTable(connection).newest()
        }
        let trusted = newest.map { min(now, $0.advanced(by: .days(2))) } ?? now
        let cutoff = trusted.advanced(by: .zero - keepHistory)
        try await write { (connection) throws(StoreError) in
            try HistoryTable(connection).pruneJournals(now: now, cutoff: cutoff)
        }
        try await prune(before: cutoff)
        // A database at its limit takes no row that has to come before the deletion of another.
        while let oldest = try await oldestBeyond(maximumBytes - maximumBytes / 16) {
            try await prune(before: oldest.advanced(by: .days(1)))
        }
        try await read { (connection) throws(StoreError) in
            try connection.run("PRAGMA optimize")
            // Passive: writes back what no reader is looking at, and waits for nobody.
            try connection.run("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Deletes what removed places have left behind, step by step.
    func purgeRemoved() async throws(StoreError) {
        while try await write({ (connection) throws(StoreError) in
            try HistoryTable(connection).purgeRemoved()
        }) {}
    }

    private func prune(before cutoff: UnixTime) async throws(StoreError) {
        var next: PlaceID? = PlaceID(.min)
        while let cursor = next {
            next = try await write { (connection) throws(StoreError) in
                try HistoryTable(connection).prune(before: cutoff, after: cursor)
            }
        }
    }

    /// The time of the oldest history while the database is too large and there is any to delete.
    private func oldestBeyond(_ maximumBytes: Int64) async throws(StoreError) -> UnixTime? {
        try await read { (connection) throws(StoreError) in
            let history = HistoryTable(connection)
            return try history.usedBytes() > maximumBytes ? history.oldest() : nil
        }
    }
}
