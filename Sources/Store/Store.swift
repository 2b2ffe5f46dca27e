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
    ///
    /// Beside a watch-list export that means that one was lost.
    package let wasCreated: Bool
    private let queue: GroupCommit

    private init(_ queue: GroupCommit, wasCreated: Bool) {
        self.queue = queue
        self.wasCreated = wasCreated
    }

    /// Opens the database, creates it when there is none, and brings it to the newest schema.
    ///
    /// The caller holds the directory's `DatabaseLock`.
    ///
    /// - Parameter maximumBytes: The size beyond which changes fail with `full`; nil for no bound but the
    ///   disk's.
    /// - Throws: `cannotOpen`, `notADatabase`, `foreignFile`, `newerSchema`, `noRoom` and what SQLite meets.
    ///   The thread has ended then.
    package static func open(at path: String, maximumBytes: Int64? = nil) async throws(StoreError) -> Store {
        let queue = GroupCommit()
        do throws(StoreError) {
            let isNew = try await queue.open { () throws(StoreError) in
                let opened = try Connection.openForWriting(path, creation: .allowed)
                if let maximumBytes { try opened.connection.limitSize(to: maximumBytes) }
                return opened
            }
            return Store(queue, wasCreated: isNew)
        } catch {
            await queue.close { _ in }
            throw error
        }
    }

    /// Finishes what was submitted before, writes the log back into the database, closes it and ends the
    /// thread.
    ///
    /// Readers in the way only mean that the log stays. A second call returns at once.
    package func close() async {
        await queue.close { connection in
            // Neither is needed for what is stored to be safe.
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

    /// Calls `body`, which only reads, on the store's thread; it sees every change that was acknowledged
    /// before.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await submit(.alone) { .perform(body) }
    }

    /// Submits a job and waits for its end.
    func submit<Value: Sendable>(
        _ place: StoreJob.Place, _ prepare: @escaping @Sendable () -> Preparation<Value>
    ) async throws(StoreError) -> Value {
        let value = Lock<Value?>(nil)
        let outcome: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let job = StoreJob(
                place: place,
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
