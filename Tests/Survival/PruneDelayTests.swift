import Core
import DaemonSupport
import EventLoop
import Glibc
import Store
import TestSupport
import Testing

/// What a write has to wait for while a long history is deleted.
@Suite struct PruneDelayTests {
    /// WINDSOCK_PRUNE_ROWS says how long the history is.
    @Test func `while history is deleted a write waits for two steps at most`() async throws {
        let rows = Wanted.number("WINDSOCK_PRUNE_ROWS", else: 200_000)
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.file("windsock.db"))
        let position = try #require(Coordinates(latitude: 59.91, longitude: 10.75))
        let start = UnixTime(seconds: 1_700_000_000)
        let place = try await store.addPlaces([NewPlace(name: "Oslo", at: position)], at: start)[0].id
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
        let end = start.advanced(by: .seconds(60 * rows))
        let isDone = Lock(false)
        let waits = try await withThrowingTaskGroup(of: [(rows: Int64, delay: Duration)].self) { group in
            group.addTask {
                // Everything but the last hour.
                try await store.prune(keepHistory: .hours(1), maximumBytes: .max, now: end)
                isDone.withLock { $0 = true }
                return []
            }
            group.addTask {
                var waits: [(rows: Int64, delay: Duration)] = []
                var before: Int64?
                for index in 0..<1_000_000 as Range<Int64> where !isDone.withLock({ $0 }) {
                    let submitted = LoopClock().now
                    let changes = try await store.write { (connection) throws(StoreError) in
                        let changes = try connection.number("SELECT total_changes()")
                        try connection.run("INSERT OR REPLACE INTO month VALUES (0, ?)", [.integer(index)])
                        return changes
                    }
                    if let before {
                        waits.append((changes - before, submitted.duration(to: LoopClock().now)))
                    }
                    before = changes
                }
                return waits
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let left = try await store.read { (connection) throws(StoreError) in
            try connection.number("SELECT count(*) FROM observation")
        }
        await store.close()
        #expect(left <= 61)
        // One that had begun when the write came, and one that shares its transaction.
        let longest = waits.map(\.rows).max() ?? 0
        #expect(longest <= 2 * (Int64(HistoryTable.stepLimit) + 2))
        #expect(waits.count >= rows / HistoryTable.stepLimit / 2)
        let delays = waits.map(\.delay.wholeMilliseconds).sorted()
        Figures.print(
            "pruning \(rows) rows", "\(waits.count) writes meanwhile", "at most \(longest) rows before one",
            "median \(delays[delays.count / 2]) ms, longest \(delays.last ?? 0) ms")
    }
}
