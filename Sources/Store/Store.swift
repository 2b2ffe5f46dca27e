import EventLoop

/// The database of the daemon: the one writer, on a thread of its own.
///
/// Every change is acknowledged after its COMMIT has reached the disk; what is acknowledged survives a kill
/// and a power cut. Changes that wait together share a transaction, and one that fails leaves the others
/// alone. A change that has been submitted runs to its end even when the task that waits for it is cancelled.
/// No method blocks its caller's thread.
///
/// All methods throw `StoreError`: the first group of its cases for what SQLite meets, `stopped` after
/// `close`, and what each method names. After any error the database is as if the call had not been made.
///
/// The design follows https://www.sqlite.org/wal.html: one connection writes and checkpoints, all others only
/// read.
package final class Store: Sendable {
    /// Whether `open` had to create the database.
    package let wasCreated: Bool
    /// What became of a database that `open` found damaged or lost; nil when it was whole.
    package let recovery: StoreRecovery?
    /// Whether the last writer did not come to close the database; `checkHistory` then looks at the rest of it.
    package let wasInterrupted: Bool
    let path: String
    private let maximumBytes: Int64?
    private let queue: GroupCommit

    private init(
        _ queue: GroupCommit, _ path: String, maximumBytes: Int64?, _ opened: DatabaseRecovery.Finding
    ) {
        self.queue = queue
        self.path = path
        self.maximumBytes = maximumBytes
        wasCreated = opened.isNew
        recovery = opened.recovery
        wasInterrupted = opened.wasInterrupted
    }

    /// Opens the database, creates it when there is none, and brings it to the newest schema.
    ///
    /// A damaged one, and one that is missing or empty beside a watch-list export, is replaced: see
    /// `recovery`. The caller holds the directory's `DatabaseLock`.
    ///
    /// - Parameter maximumBytes: The size beyond which changes fail with `full`; nil for no bound but the
    ///   disk's.
    /// - Throws: `cannotOpen`, `notADatabase`, `foreignFile`, `newerSchema`, `noRoom` and what SQLite meets.
    ///   The thread has ended then.
    package static func open(at path: String, maximumBytes: Int64? = nil) async throws(StoreError) -> Store {
        let queue = GroupCommit(path: path)
        do throws(StoreError) {
            let finding = try await queue.open { () throws(StoreError) in
                let (connection, finding) = try openGivingUpBallast(path)
                try prepare(connection, path, maximumBytes)
                return (connection, finding)
            }
            return Store(queue, path, maximumBytes: maximumBytes, finding)
        } catch {
            await queue.close { _ in }
            throw error
        }
    }

    /// Opens the database; on a disk that is too full even for that, by the room of the ballast.
    private static func openGivingUpBallast(
        _ path: String
    ) throws(StoreError) -> (connection: Connection, finding: DatabaseRecovery.Finding) {
        do throws(StoreError) {
            return try DatabaseRecovery(path: path).open()
        } catch {
            // What SQLite cannot extend it calls an I/O error.
            let ballast = Ballast(beside: path)
            guard error.isRetryable, ballast.isThere, !FreeSpace.isAmple(at: path) else { throw error }
            ballast.release()
            return try DatabaseRecovery(path: path).open()
        }
    }

    /// Replaces a database that has turned out to be damaged while it was in use.
    ///
    /// What was submitted before finds the old one, what is submitted later the new one.
    ///
    /// - Throws: What SQLite meets with the new database. The old one is where it was then and may be tried
    ///   again; until that succeeds every other call throws the same.
    package func recover(from damage: StoreError) async throws(StoreError) -> StoreRecovery? {
        let (path, maximumBytes) = (path, maximumBytes)
        return try await queue.open { () throws(StoreError) in
            let (connection, finding) = try DatabaseRecovery(path: path).recover(from: damage)
            try Store.prepare(connection, path, maximumBytes)
            return (connection, finding.recovery)
        }
    }

    /// What the file and the disk it is on ask of every writer.
    private static func prepare(
        _ connection: Connection, _ path: String, _ maximumBytes: Int64?
    ) throws(StoreError) {
        Ballast(beside: path).put()
        try connection.run("PRAGMA wal_autocheckpoint = \(FreeSpace.pagesOfLog(at: path))")
        if let maximumBytes { try connection.limitSize(to: maximumBytes) }
    }

    /// Finishes what was submitted before, writes the log back into the database, closes it and ends the
    /// thread.
    ///
    /// Readers in the way only mean that the log stays. A second call returns at once.
    package func close() async {
        await queue.close { connection in
            // None is needed for what is stored to be safe, and nobody waits for a reader at the end.
            _ = try? connection.runScript("PRAGMA busy_timeout = 200")
            _ = try? connection.run("PRAGMA optimize")
            _ = try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// How many calls wait for the store's thread, those it is working on not counted.
    package var backlog: Int { queue.backlog }

    /// Performs one change: all of it is kept, or nothing.
    ///
    /// The other methods are made of this one. `body` runs on the store's thread in a savepoint of a
    /// transaction it shares with other changes, and must not begin or end one.
    ///
    /// - Throws: What `body` throws, or why the transaction could not be committed.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await submit(.transaction) { .perform(body) }
    }

    /// Performs one change of the watch list, whose export follows before this returns.
    func edit<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await submit(.transaction, editsWatchList: true) { .perform(body) }
    }

    /// Calls `body`, which only reads, on the store's thread; it sees every change that was acknowledged
    /// before.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await submit(.alone) { .perform(body) }
    }

    /// Submits a job and waits for its end.
    func submit<Value: Sendable>(
        _ place: StoreJob.Place, editsWatchList: Bool = false,
        _ prepare: @escaping @Sendable () -> Preparation<Value>
    ) async throws(StoreError) -> Value {
        let value = Lock<Value?>(nil)
        let outcome: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let job = StoreJob(
                place: place, editsWatchList: editsWatchList,
                prepare: {
                    switch prepare() {
                    case .finished(let result):
                        value.withLock { $0 = result }
                        return nil
                    case .perform(let body):
                        return { (connection) throws(StoreError) in
                            let result = try body(connection)
                            value.withLock { $0 = result }
                        }
                    }
                },
                conclude: { error in
                    // Without an error there is a value: the job ran to its end.
                    let result = error == nil ? value.withLock { $0 } : nil
                    continuation.resume(returning: result.map { .success($0) } ?? .failure(error ?? .stopped))
                })
            if !queue.submit(job) { job.conclude(.stopped) }
        }
        return try outcome.get()
    }
}
