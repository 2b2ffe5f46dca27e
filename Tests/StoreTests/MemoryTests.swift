import Core
import Store
import TestSupport
import Testing

@Suite struct MemoryTests {
    @Test func `what the synchroniser must know survives a restart`() async throws {
        let directory = TestDirectory()
        var store = try await Store.open(at: directory.database)
        let oslo = try await store.addPlace("Oslo")
        let schedules = [
            ScheduleRecord(place: oslo, kind: .air, succeededAt: second(9)),
            ScheduleRecord(
                place: oslo, kind: .current, succeededAt: nil, attempt: 3, failedCycles: 12,
                nextAttemptAt: second(77),
                lastFailure: FailureRecord(
                    at: second(70), kind: .current, label: "key_refused", code: nil, httpStatus: 401,
                    message: "the key was refused (401)")),
        ]
        let gates = [
            GateRecord(kind: .key, until: second(900), step: 2, since: second(3), digest: .min),
            GateRecord(kind: .quota, until: second(60), step: 0, since: second(0)),
        ]
        let month = MonthRecord(start: second(0), used: 999_999)
        try await store.record(SyncChange(schedules: schedules, gates: gates, month: month))
        await store.close()

        store = try await Store.open(at: directory.database)
        let memory = SyncMemory(schedules: schedules, gates: gates, month: month)
        #expect(try await store.syncMemory() == memory)
        #expect(try StoreReader(path: directory.database).syncMemory() == memory)
        await store.close()
    }

    @Test func `newer values replace older ones`() async throws {
        try await withStore { store, _ in
            let oslo = try await store.addPlace("Oslo")
            let failure = FailureRecord(
                at: second(1), kind: nil, label: "timed_out", code: -1001, httpStatus: nil, message: "slow")
            try await store.record(
                SyncChange(
                    schedules: [
                        ScheduleRecord(place: oslo, kind: .current, attempt: 2, lastFailure: failure)
                    ],
                    gates: [GateRecord(kind: .breaker, until: second(60), step: 1, since: second(0))],
                    month: MonthRecord(start: second(0), used: 5)))
            let recovered = ScheduleRecord(place: oslo, kind: .current, succeededAt: second(8))
            try await store.record(
                SyncChange(
                    schedules: [recovered], openedGates: [.breaker],
                    month: MonthRecord(start: second(2_678_400), used: 1)))
            #expect(
                try await store.syncMemory()
                    == SyncMemory(
                        schedules: [recovered], month: MonthRecord(start: second(2_678_400), used: 1)))
        }
    }

    @Test func `changes written at once leave what they leave one after the other`() async throws {
        func closed(_ moment: Int64) -> SyncChange {
            SyncChange(
                gates: [
                    GateRecord(kind: .breaker, until: second(moment), step: Int(moment), since: second(0))
                ],
                month: MonthRecord(start: second(0), used: Int(moment)))
        }
        let opened = SyncChange(openedGates: [.breaker])
        func scheduled(_ place: PlaceID, _ attempt: Int) -> SyncChange {
            SyncChange(schedules: [ScheduleRecord(place: place, kind: .current, attempt: attempt)])
        }
        func story(_ place: PlaceID, _ number: Int) -> [SyncChange] {
            // Three of four, in every order and repeated.
            let all = [closed(1), opened, closed(2), scheduled(place, number)]
            return [all[number % 4], scheduled(place, 7), all[number / 4 % 4], all[number / 16]]
        }
        for number in 0..<64 {
            try await withStore { one, _ in
                try await withStore { other, _ in
                    let oslo = try await one.addPlace("Oslo")
                    #expect(try await other.addPlace("Oslo") == oslo)
                    var together = SyncChange()
                    for change in story(oslo, number) {
                        try await one.record(change)
                        together.append(change)
                    }
                    try await other.record(together)
                    #expect(try await one.syncMemory() == other.syncMemory(), "\(number)")
                }
            }
        }
    }

    @Test func `the journal gives the newest lines first, of one place or of all`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let bergen = try await store.addPlace("Bergen")
            var lookUp = AttemptRecord.sample(3, place: nil)
            lookUp.kind = "geocode"
            lookUp.outcome = "stored"
            lookUp.code = nil
            lookUp.curlCode = nil
            lookUp.phase = nil
            lookUp.retryAt = nil
            lookUp.httpStatus = 200
            let lines = [AttemptRecord.sample(1, place: oslo), .sample(2, place: bergen), lookUp]
            try await store.record(SyncChange(attempts: lines))
            #expect(try reader.attempts(limit: 10) == lines.reversed())
            #expect(try reader.attempts(of: oslo, limit: 10) == [lines[0]])
            #expect(try reader.attempts(limit: 1) == [lookUp])
        }
    }

    @Test func `the journal keeps its newest twenty thousand lines`() async throws {
        try await withStore { store, reader in
            for block in 0..<21 {
                let lines = (0..<1000).map { AttemptRecord.sample(block * 1000 + $0, place: nil) }
                try await store.record(SyncChange(attempts: lines))
            }
            let kept = try reader.attempts(limit: 100_000)
            #expect(kept.count == 20_000)
            #expect(kept.first?.at == second(20_999))
            #expect(kept.last?.at == second(1000))
        }
    }

    @Test func `reachability lasts until the next change, the last one still`() async throws {
        try await withStore { store, reader in
            let changes = [
                ReachabilityRecord(at: second(0), state: .unknown, reason: .none, generation: 1),
                ReachabilityRecord(at: second(10), state: .online, reason: .none, generation: 1),
                ReachabilityRecord(at: second(500), state: .offline, reason: .noPath, generation: 2),
            ]
            for change in changes { try await store.record(SyncChange(reachability: [change])) }
            let rows = [
                ReachabilityRow(record: changes[0], until: second(10)),
                ReachabilityRow(record: changes[1], until: second(500)),
                ReachabilityRow(record: changes[2], until: nil),
            ]
            #expect(try reader.reachability(since: second(-1)) == rows)
            #expect(try reader.reachability(since: second(100)) == Array(rows.dropFirst()))
            #expect(try reader.reachability(since: second(9999)) == [rows[2]])
        }
    }
}
