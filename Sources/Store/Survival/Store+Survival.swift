package import Core

extension Store {
    /// Keeps answers that were decoded before, and what is to be remembered with them: all or nothing.
    ///
    /// For each of them the rules are those of `store(for:fetchedAt:decode:)` and `record`.
    package func store(_ answers: [DatedAnswer], _ change: SyncChange) async throws(StoreError) {
        try await write { (connection) throws(StoreError) in
            let table = WeatherTable(connection)
            for answer in answers {
                _ = try table.keep(answer.weather, for: [answer.place], fetchedAt: answer.fetchedAt)
            }
            try connection.record(change)
            // So that even nothing is a write, which shows whether the disk takes one.
            try connection.run("PRAGMA user_version = \(Schema.version)")
        }
    }

    /// Gives the ballast up and writes the log back, so that a deletion has room to be written.
    ///
    /// It helps as far as it can and reports nothing: the next write tells.
    package func makeRoom() async {
        let ballast = Ballast(beside: path)
        _ = try? await read { (connection) throws(StoreError) in
            ballast.release()
            try connection.run("PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Puts the ballast back where there is room for it again.
    package func putBallast() async {
        let ballast = Ballast(beside: path)
        _ = try? await read { (_) throws(StoreError) in ballast.put() }
    }

    /// Whether the disk has room to go on, and not only for the write that has just worked.
    package var hasAmpleRoom: Bool { FreeSpace.isAmple(at: path) }

    /// Reads all that the start did not look at, in steps that other calls come between.
    ///
    /// - Throws: `corrupt` when part of it is damaged; see `recover`.
    package func checkHistory() async throws(StoreError) {
        var next: HistoryCheck.Position? = .start
        while let position = next, !Task.isCancelled {
            next = try await read { (connection) throws(StoreError) in
                try HistoryCheck(connection).step(from: position)
            }
        }
    }
}
