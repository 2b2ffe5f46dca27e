import Core
import Store
import Testing

@Suite struct PruneTests {
    private static let day: Int64 = 86_400

    @Test func `history older than it need be goes, the newest of a place stays`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let paused = try await store.addPlace("Paused")
            for day in 0..<20 {
                let time = Int64(day) * Self.day
                try await store.keep(.current(time, 4), for: oslo, fetchedAt: second(time))
                try await store.keep(
                    .air(AirQuality(observedAt: second(time))), for: oslo, fetchedAt: second(time))
            }
            try await store.keep(.current(0, 9), for: paused, fetchedAt: second(0))
            try await store.keep(.current(1, 9), for: paused, fetchedAt: second(1))
            try await store.prune(
                keepHistory: .days(5), maximumBytes: .max, now: second(19 * Self.day))
            #expect(try reader.observations(of: oslo).count == 6)
            #expect(try reader.observations(of: paused).map(\.observation.observedAt) == [second(1)])
            #expect(try reader.currents().count == 2)
            #expect(try await count(store, "air") == 6)
        }
    }

    @Test func `a clock set years ahead deletes nothing`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            for minute in 0..<10 {
                try await store.keep(.current(Int64(minute) * 600, 4), for: oslo, fetchedAt: second(0))
            }
            try await store.prune(
                keepHistory: .days(400), maximumBytes: .max, now: second(5000 * Self.day))
            #expect(try reader.counts().observations == 10)
        }
    }

    @Test func `no step deletes more than five thousand rows`() async throws {
        try await withStore { store, reader in
            let places = try await store.addPlaces(
                (0..<3).map { NewPlace(name: "\($0)", pending: .name("x")) }, at: second(0))
            try await fill(store, places.map(\.id), rows: 7000)
            var cursor: PlaceID? = PlaceID(0)
            var steps: [Int64] = []
            while let from = cursor {
                let before = try reader.counts().observations
                cursor = try await store.write { (connection) throws(StoreError) in
                    try HistoryTable(connection).prune(before: second(6500 * 600), after: from)
                }
                steps.append(before - (try reader.counts().observations))
            }
            #expect(steps.max() == 5000)
            #expect(steps.reduce(0, +) == 3 * 6500)
            #expect(try reader.observations(of: places[2].id).count == 500)
        }
    }

    @Test func `beyond the size limit the oldest goes first, across all places`() async throws {
        try await withStore { store, reader in
            let places = try await store.addPlaces(
                (0..<3).map { NewPlace(name: "\($0)", pending: .name("x")) }, at: second(0))
            try await fill(store, places.map(\.id), rows: 5000)
            try await store.prune(keepHistory: .days(4000), maximumBytes: 700_000, now: second(5000 * 600))
            let used = try await store.read { (connection) throws(StoreError) in
                try (connection.number("PRAGMA page_count") - connection.number("PRAGMA freelist_count"))
                    * 4096
            }
            #expect(used <= 700_000)
            let oldest = try places.map { try reader.observations(of: $0.id).first?.observation.observedAt }
            #expect(Set(oldest).count == 1)
            #expect(
                try reader.observations(of: places[0].id).last?.observation.observedAt == second(4999 * 600))
            #expect(try reader.observations(of: places[0].id).count > 500)

            try await store.prune(keepHistory: .days(4000), maximumBytes: 1, now: second(5000 * 600))
            #expect(try reader.counts().observations == 3)
        }
    }

    @Test func `journal lines go after seven days, reachability with the history`() async throws {
        try await withStore { store, reader in
            let changes = [0, 1, 2, 9].map {
                ReachabilityRecord(
                    at: second($0 * Self.day), state: .online, reason: .none, generation: Int($0))
            }
            try await store.record(
                SyncChange(
                    attempts: [.sample(0, place: nil), .sample(Int(3 * Self.day), place: nil)],
                    reachability: changes))
            try await store.prune(keepHistory: .days(8), maximumBytes: .max, now: second(10 * Self.day - 1))
            #expect(try reader.attempts(limit: 9).map(\.at) == [second(3 * Self.day)])
            // What was in force when the kept history begins is part of it.
            #expect(try reader.reachability(since: second(0)).map(\.record.generation) == [1, 2, 9])
            try await store.prune(keepHistory: .days(1), maximumBytes: .max, now: second(99 * Self.day))
            #expect(try reader.reachability(since: second(0)).map(\.record.generation) == [9])
        }
    }

    @Test func `what a removal could not delete is deleted later`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            try await fill(store, [oslo], rows: 6000)
            // Only the first part, as when the daemon is killed behind it.
            try await store.write { (connection) throws(StoreError) in
                try PlaceTable(connection).remove([oslo])
            }
            #expect(try reader.counts().observations == 6000)
            #expect(try reader.observations(of: oslo).isEmpty)
            let isLeft = try await store.write { (connection) throws(StoreError) in
                try HistoryTable(connection).purgeRemoved()
            }
            #expect(isLeft)
            #expect(try reader.counts().observations == 1000)
            try await store.prune(keepHistory: .days(400), maximumBytes: .max, now: second(0))
            #expect(try reader.counts().observations == 0)
            #expect(try await count(store, "removed") == 0)
        }
    }

    private func fill(_ store: Store, _ places: [PlaceID], rows: Int) async throws {
        try await store.write { (connection) throws(StoreError) in
            let sql = """
                INSERT INTO observation (place_id, observed_at, fetched_after, temperature)
                WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
                SELECT ?, ? + i * 600, 5, 1234 FROM n
                """
            for place in places {
                try connection.run(sql, [SQLValue(rows), SQLValue(place), SQLValue(second(0))])
                try connection.run(
                    "INSERT INTO latest VALUES (?, 'current', ?, 0)",
                    [SQLValue(place), SQLValue(second(Int64(rows - 1) * 600))])
            }
        }
    }

    private func count(_ store: Store, _ table: String) async throws -> Int64 {
        try await store.read { (connection) throws(StoreError) in
            try connection.number("SELECT count(*) FROM \(table)")
        }
    }
}
