import Core
import DaemonSupport
import EventLoop
import Glibc
import Store
import TestSupport
import Testing

/// What a write has to wait for while a long history is deleted or looked through.
@Suite struct PruneDelayTests {
    /// WINDSOCK_PRUNE_ROWS says how long the history is.
    private static let rows = Wanted.number("WINDSOCK_PRUNE_ROWS", else: 200_000)
    private static let start = UnixTime(seconds: 1_700_000_000)

    /// A write that came meanwhile.
    private struct Wait {
        /// Rows that were changed since the write before it.
        var rows: Int64
        var delay: Duration
    }

    @Test func `while history is deleted a write waits for two steps at most`() async throws {
        let directory = TestDirectory()
        let store = try await Self.filled(directory)
        let end = Self.start.advanced(by: .seconds(60 * Self.rows))
        let waits = try await Self.waits(store) {
            // Everything but the last hour.
            try await store.prune(keepHistory: .hours(1), maximumBytes: .max, now: end)
        }
        let left = try await store.read { (connection) throws(StoreError) in
            try connection.number("SELECT count(*) FROM observation")
        }
        await store.close()
        #expect(left <= 61)
        // One that had begun when the write came, and one that shares its transaction.
        let longest = waits.map(\.rows).max() ?? 0
        #expect(longest <= 2 * (Int64(HistoryTable.stepLimit) + 2))
        #expect(waits.count >= Self.rows / HistoryTable.stepLimit / 2)
        Self.report("pruning \(Self.rows) rows", waits)
    }

    @Test func `while history is looked through a write comes between any two steps`() async throws {
        let directory = TestDirectory()
        let store = try await Self.filled(directory)
        let waits = try await Self.waits(store) { try await store.checkHistory() }
        await store.close()
        #expect(waits.count >= Self.rows / HistoryTable.stepLimit / 2)
        Self.report("looking through \(Self.rows) rows", waits)
    }

    private static func filled(_ directory: TestDirectory) async throws -> Store {
        let store = try await Store.open(at: directory.file("windsock.db"))
        let position = try #require(Coordinates(latitude: 59.91, longitude: 10.75))
        let place = try await store.addPlaces([NewPlace(name: "Oslo", at: position)], at: start)[0].id
        let (rows, start) = (rows, start)
        try await store.write { (connection) throws(StoreError) in
            try connection.run(
                """
                INSERT INTO observation (
                    place_id, observed_at, fetched_after, temperature, feels_like, pressure, humidity, wind_speed)
                WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
                SELECT ?, ? + i * 60, 5, i % 3000, i % 2900, 101325, i % 100, i % 1500 FROM n
                """, [SQLValue(rows), SQLValue(place), SQLValue(start)])
            try connection.run(
                "INSERT INTO latest VALUES (?, 'current', ?, 0)",
                [SQLValue(place), SQLValue(start.advanced(by: .seconds(60 * (rows - 1))))])
        }
        return store
    }

    /// Writes, one after the other, until `work` is done.
    private static func waits(
        _ store: Store, during work: @escaping @Sendable () async throws -> Void
    ) async throws -> [Wait] {
        let isDone = Lock(false)
        return try await withThrowingTaskGroup(of: [Wait].self) { group in
            group.addTask {
                defer { isDone.withLock { $0 = true } }
                try await work()
                return []
            }
            group.addTask {
                var waits: [Wait] = []
                var before: Int64?
                for index in 0..<1_000_000 as Range<Int64> where !isDone.withLock({ $0 }) {
                    let submitted = LoopClock().now
                    let changes = try await store.write { (connection) throws(StoreError) in
                        let changes = try connection.number("SELECT total_changes()")
                        try connection.run("INSERT OR REPLACE INTO month VALUES (0, ?)", [.integer(index)])
                        return changes
                    }
                    if let before {
                        let delay = submitted.duration(to: LoopClock().now)
                        waits.append(Wait(rows: changes - before, delay: delay))
                    }
                    before = changes
                }
                return waits
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func report(_ work: String, _ waits: [Wait]) {
        let delays = waits.map(\.delay.wholeMilliseconds).sorted()
        guard let longest = delays.last else { return }
        Figures.print(
            work, "\(waits.count) writes meanwhile",
            "at most \(waits.map(\.rows).max() ?? 0) rows before one",
            "median \(delays[delays.count / 2]) ms, longest \(longest) ms")
    }
}
