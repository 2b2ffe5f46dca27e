import Core
import Glibc
import Store
import TestSupport
import Testing

/// Room on the disk: what is kept in reserve, and what is given back.
@Suite struct RoomTests {
    @Test func `the ballast is there from the start, is given up for room and comes back`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let ballast = directory.path + "/ballast"
        var status = stat()
        #expect(stat(ballast, &status) == 0)
        #expect(status.st_size == 1024 * 1024)
        // Real blocks, not a hole.
        #expect(status.st_blocks * 512 >= status.st_size)
        await store.makeRoom()
        #expect(access(ballast, F_OK) != 0)
        await store.putBallast()
        #expect(access(ballast, F_OK) == 0)
        await store.close()
    }

    @Test func `a database at its limit takes rows again when it has been pruned`() async throws {
        let limit: Int64 = 600 * 1024
        try await withStore(maximumBytes: limit) { store, reader in
            let oslo = try await store.addPlace("Oslo")
            var stored: Int64 = 0
            var refused: StoreError?
            while refused == nil, stored < 100_000 {
                do throws(StoreError) {
                    let first = stored
                    try await store.write { (connection) throws(StoreError) in
                        for index in first..<(first + 500) {
                            try connection.run(
                                """
                                INSERT INTO observation (place_id, observed_at, fetched_after, temperature, humidity)
                                VALUES (?, ?, 1, 1234, 77)
                                """, [SQLValue(oslo), SQLValue(second(index * 600))])
                        }
                        try connection.run(
                            "INSERT OR REPLACE INTO latest (place_id, kind, at, checked_at) VALUES (?, 'current', ?, 0)",
                            [SQLValue(oslo), SQLValue(second((first + 499) * 600))])
                    }
                    stored += 500
                } catch {
                    refused = error
                }
            }
            #expect(refused?.label == "full")
            try await store.prune(
                keepHistory: .days(100_000), maximumBytes: limit, now: second(stored * 600))
            try await store.keep(.current(stored * 600 + 1, 20), for: oslo, fetchedAt: second(stored * 600))
            let kept = try reader.observations(of: oslo)
            #expect(kept.count > 1000)
            #expect(Int64(kept.count) < stored)
            #expect(kept.last?.observation.temperature == 20)
        }
    }

    @Test func `a log that a reader has let grow is small again after it`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let oslo = try await store.addPlace("Oslo")
        func write(_ from: Int64) async throws {
            for batch in 0..<40 as Range<Int64> {
                try await store.write { (connection) throws(StoreError) in
                    for index in 0..<2000 as Range<Int64> {
                        try connection.run(
                            """
                            INSERT INTO observation (place_id, observed_at, fetched_after, temperature)
                            VALUES (?, ?, 1, 1)
                            """, [SQLValue(oslo), SQLValue(second(from + batch * 2000 + index))])
                    }
                }
            }
        }
        let reader = try StoreReader(path: directory.database)
        try await write(0)
        let log = directory.database + "-wal"
        try await {
            let connection = try Connection.openForReading(directory.database)
            try connection.runScript("BEGIN; SELECT count(*) FROM place;")
            try await write(1_000_000)
            #expect(TestDirectory.size(of: log) > 5 * 1024 * 1024)
            try connection.runScript("COMMIT")
        }()
        try await store.prune(keepHistory: .days(100_000), maximumBytes: .max, now: second(0))
        try await write(2_000_000)
        // journal_size_limit, and one checkpoint's worth of pages.
        #expect(TestDirectory.size(of: log) <= 5 * 1024 * 1024)
        #expect(try reader.counts().observations == 240_000)
        await store.close()
    }
}
