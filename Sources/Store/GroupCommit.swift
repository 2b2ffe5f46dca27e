import Core
import EventLoop
import Glibc

/// The queue before the one writing connection, and the thread behind it.
///
/// A commit waits for the disk. Changes that arrive meanwhile wait for the thread, and all that wait when it
/// is free share the next transaction, so the cost of the disk is divided among them however many there are.
/// A transaction begins at the earliest `spacing` after the last one ended: a lone change is never delayed, and
/// on a disk that is faster than the answers come in a burst is not one transaction for each.
final class GroupCommit: Sendable {
    private struct Waiting: Sendable {
        var jobs: [StoreJob] = []
        var isClosed = false
    }

    private static let spacing: Duration = .milliseconds(2)

    private let waiting = Lock(Waiting())
    private let thread = WorkerThread(name: "windsock-store")
    private let writer = Writer()
    private let list: WatchListFile

    /// The queue of the database at this path.
    init(path: String) {
        list = WatchListFile(beside: path)
    }

    /// Opens the connection on the thread, in place of one that is open: that is closed first.
    ///
    /// The first call comes before anything else is submitted. After a failure there is no connection, and
    /// every job is concluded with that failure until another call succeeds.
    ///
    /// - Returns: What `open` says of the database besides.
    func open<Finding: Sendable>(
        _ open: @escaping @Sendable () throws(StoreError) -> (connection: Connection, finding: Finding)
    ) async throws(StoreError) -> Finding {
        let outcome: Result<Finding, StoreError> = await withCheckedContinuation { continuation in
            thread.submit { [writer] in
                writer.connection = nil
                do throws(StoreError) {
                    let opened = try open()
                    writer.connection = opened.connection
                    continuation.resume(returning: .success(opened.finding))
                } catch {
                    writer.failure = error
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try outcome.get()
    }

    /// Appends a job.
    ///
    /// False when the queue is closed: the job is dropped without having been concluded.
    func submit(_ job: StoreJob) -> Bool {
        let (isAccepted, isFirst) = waiting.withLock { waiting in
            guard !waiting.isClosed else { return (false, false) }
            waiting.jobs.append(job)
            return (true, waiting.jobs.count == 1)
        }
        // The thread takes everything at once, so it is woken only for the first.
        if isFirst {
            thread.submit { [self] in
                letOthersJoin()
                runWaiting()
            }
        }
        return isAccepted
    }

    /// How many jobs wait for the thread.
    var backlog: Int { waiting.withLock { $0.jobs.count } }

    /// Accepts no more jobs, finishes those accepted before, runs `last` if the connection is open, closes it
    /// and ends the thread.
    ///
    /// Returns at once without doing any of it when it was closed before.
    func close(_ last: @escaping @Sendable (Connection) -> Void) async {
        let wasClosed = waiting.withLock { waiting in
            defer { waiting.isClosed = true }
            return waiting.isClosed
        }
        guard !wasClosed else { return }
        await withCheckedContinuation { continuation in
            thread.submit { [self] in
                runWaiting()
                if let connection = writer.connection { last(connection) }
                writer.connection = nil
                continuation.resume()
            }
            thread.stop()
        }
    }

    /// On the thread: waits until a transaction may begin.
    private func letOthersJoin() {
        let pause = LoopClock().now.duration(to: writer.committedAt.advanced(by: GroupCommit.spacing))
        if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
    }

    /// On the thread: one round.
    private func runWaiting() {
        let jobs = waiting.withLock { waiting in
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
        guard let connection = writer.connection else {
            for job in jobs { job.conclude(writer.failure) }
            return
        }
        var changes: [PreparedChange] = []
        for job in jobs where job.place == .transaction {
            if let body = job.prepare() {
                changes.append(
                    PreparedChange(
                        perform: body, editsWatchList: job.editsWatchList, conclude: job.conclude))
            } else {
                job.conclude(nil)
            }
        }
        if !changes.isEmpty {
            let failures = connection.commit(changes)
            for (change, failure) in zip(changes, failures) where change.editsWatchList && failure == nil {
                writer.exportIsBehind = true
            }
            // Before the edit is acknowledged. One that cannot be exported is stored all the same; the next
            // transaction tries again.
            if writer.exportIsBehind, (try? list.write(PlaceTable(connection).all())) != nil {
                writer.exportIsBehind = false
            }
            writer.committedAt = LoopClock().now
            for (change, failure) in zip(changes, failures) { change.conclude(failure) }
        }
        for job in jobs where job.place == .alone {
            job.conclude(failure { () throws(StoreError) in try job.prepare()?(connection) })
        }
    }

    /// What the thread alone touches.
    ///
    /// Invariant of the unchecked conformance: its members are used only by jobs of the one thread, which run
    /// one after the other; the last owner may release it anywhere, when no job is left.
    private final class Writer: @unchecked Sendable {
        var connection: Connection?
        /// Why there is none.
        var failure = StoreError.stopped
        var exportIsBehind = false
        var committedAt = Moment.distantPast
    }
}

/// A change whose first part is done.
private struct PreparedChange {
    let perform: StoreJob.Body
    let editsWatchList: Bool
    let conclude: @Sendable (StoreError?) -> Void
}

extension Connection {
    /// Performs all changes in one transaction.
    ///
    /// A change that fails is undone alone. When the transaction fails as a whole, be it that COMMIT does or
    /// that SQLite gave it up because the disk failed, nothing of it is kept, and every change that had not
    /// failed by itself gets that error.
    ///
    /// - Returns: Why each was not kept; nil for those that were.
    fileprivate func commit(_ changes: [PreparedChange]) -> [StoreError?] {
        var failures: [StoreError?] = Array(repeating: nil, count: changes.count)
        let common = failure { () throws(StoreError) in
            try run("BEGIN IMMEDIATE")
            for (index, change) in changes.enumerated() {
                failures[index] = failure { () throws(StoreError) in
                    try savepoint { () throws(StoreError) in try change.perform(self) }
                }
                if isAutocommit, let lost = failures[index] { throw lost }
            }
            try run("COMMIT")
        }
        if common != nil { rollBack() }
        return failures.map { $0 ?? common }
    }
}

/// The error that `body` throws, as a value.
private func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
    do throws(StoreError) {
        try body()
        return nil
    } catch {
        return error
    }
}
