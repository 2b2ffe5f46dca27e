import Core
import Glibc
import Store
import Synchronization
import TestSupport
import Testing

@Suite struct GroupCommitTests {
    @Test func `a change that fails leaves the others of its transaction alone`() async throws {
        try await withStore { store, reader in
            let gate = try ThreadGate()
            async let held: Void = store.read { _ in gate.wait() }
            while !gate.isHolding { await Task.yield() }
            async let first = store.addPlaces(
                [NewPlace(name: "Oslo", at: coordinates(59.9, 10.7))], at: second(1))
            async let refused = outcome { () throws(StoreError) in
                try await store.addPlaces(
                    [
                        NewPlace(name: "Bergen", pending: .name("Bergen")),
                        NewPlace(name: "BERGEN", pending: .name("Bergen")),
                    ], at: second(1))
            }
            async let third = store.write { (connection) throws(StoreError) in
                // The savepoint of the one is undone, the transaction goes on; nothing of it can be seen
                // outside yet.
                (
                    seenInside: try connection.number("SELECT count(*) FROM place"),
                    isOpen: !connection.isAutocommit
                )
            }
            while store.backlog < 3 { await Task.yield() }
            #expect(try reader.places().isEmpty)
            gate.open()
            try await held
            #expect(try await first.map(\.name) == ["Oslo"])
            #expect(await refused == .failure(.duplicateName("BERGEN")))
            #expect(try await third.isOpen)
            #expect(try await third.seenInside <= 1)
            #expect(try reader.places().map(\.name) == ["Oslo"])
        }
    }

    @Test func `changes that wait together share one transaction`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let gate = try ThreadGate()
        let path = directory.database
        async let held: Void = store.read { _ in gate.wait() }
        while !gate.isHolding { await Task.yield() }
        let sights = try await withThrowingTaskGroup(of: (Int64, Int64).self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await store.write { (connection) throws(StoreError) in
                        let list = PlaceTable(connection)
                        _ = try list.add(
                            [NewPlace(name: "\(number)", pending: .name("\(number)"))], at: second(1))
                        let outside = try StoreReader(path: path).counts().places
                        return (try connection.number("SELECT count(*) FROM place"), outside)
                    }
                }
            }
            while store.backlog < 20 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await held
        // Each saw those before it in the transaction, and from outside none was to be seen until all were
        // done.
        #expect(sights.map(\.0).sorted() == Array(1...20))
        #expect(sights.allSatisfy { $0.1 == 0 })
        #expect(try await store.places().count == 20)
        await store.close()
    }

    @Test func `a commit that fails fails every change in it and leaves no lock behind`() async throws {
        try await withStore { store, reader in
            let gate = try ThreadGate()
            async let held: Void = store.read { _ in gate.wait() }
            while !gate.isHolding { await Task.yield() }
            async let good = outcome { () throws(StoreError) in
                try await store.addPlaces([NewPlace(name: "Oslo", pending: .name("Oslo"))], at: second(1))
                    .count
            }
            async let bad = outcome { () throws(StoreError) in
                try await store.write { (connection) throws(StoreError) in
                    // Deferred, so that it is COMMIT that finds the place missing.
                    try connection.run("PRAGMA defer_foreign_keys = ON")
                    return try connection.run("INSERT INTO latest VALUES (77, 'current', 0, 0)")
                }
            }
            while store.backlog < 2 { await Task.yield() }
            gate.open()
            try await held
            let outcomes = await (good, bad)
            #expect(throws: StoreError.self) { try outcomes.0.get() }
            #expect(outcomes.0 == outcomes.1)
            if case .failure(let error) = outcomes.0 { #expect(error.label == "constraint") }
            #expect(try reader.places().isEmpty)
            #expect(try await store.read { (connection) throws(StoreError) in connection.isAutocommit })
            _ = try await store.addPlace("Oslo")
            #expect(try reader.places().map(\.name) == ["Oslo"])
        }
    }

    @Test func `a full database refuses the change, keeps what it has and can be read`() async throws {
        try await withStore(maximumBytes: 300_000) { store, reader in
            let oslo = try await store.addPlace("Oslo")
            var refused: StoreError?
            for round in 0..<1000 where refused == nil {
                do throws(StoreError) {
                    let attempts = (0..<100).map { _ in AttemptRecord.sample(round, place: oslo) }
                    try await store.record(SyncChange(attempts: attempts))
                } catch {
                    refused = error
                }
            }
            #expect(refused?.label == "full")
            #expect(refused?.isRetryable == true)
            #expect(try await store.read { (connection) throws(StoreError) in connection.isAutocommit })
            #expect(try reader.places().map(\.name) == ["Oslo"])
            #expect(try reader.attempts(limit: 100_000).count % 100 == 0)
            _ = try await store.write { (connection) throws(StoreError) in
                try connection.run("DELETE FROM attempt")
            }
            try await store.record(SyncChange(attempts: [.sample(0, place: oslo)]))
        }
    }

    @Test func `what was submitted before the close is still done`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let gate = try ThreadGate()
        async let held: Void = store.read { _ in gate.wait() }
        while !gate.isHolding { await Task.yield() }
        async let added = store.addPlace("Oslo")
        while store.backlog < 1 { await Task.yield() }
        async let closed: Void = store.close()
        gate.open()
        _ = try await (held, added)
        await closed
        #expect(try StoreReader(path: directory.database).places().map(\.name) == ["Oslo"])
    }

    @Test func `a nested use of the same statement gets one of its own`() async throws {
        try await withStore { store, _ in
            _ = try await store.addPlace("Oslo")
            _ = try await store.addPlace("Bergen")
            let pairs = try await store.read { (connection) throws(StoreError) in
                var pairs: [String] = []
                let sql = "SELECT name FROM place ORDER BY id"
                try connection.forEach(sql) { (outer) throws(StoreError) in
                    let name = outer.text()
                    try connection.forEach(sql) { inner in pairs.append(name + inner.text()) }
                }
                return pairs
            }
            #expect(pairs == ["OsloOslo", "OsloBergen", "BergenOslo", "BergenBergen"])
        }
    }

    @Test func `wrong SQL and a wrong number of values are faults of ours`() async throws {
        try await withStore { store, _ in
            let wrong = await #expect(throws: StoreError.self) {
                try await store.write { (connection) throws(StoreError) in try connection.run("SELEC 1") }
            }
            #expect(wrong?.label == "misuse")
            #expect(wrong?.report?.statement == "SELEC 1")
            let short = await #expect(throws: StoreError.self) {
                try await store.read { (connection) throws(StoreError) in try connection.number("SELECT ?") }
            }
            #expect(short?.label == "misuse")
        }
    }
}

/// What a call came to, as a value.
func outcome<Value>(
    _ body: () async throws(StoreError) -> Value
) async -> Result<Value, StoreError> {
    do throws(StoreError) {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}

/// Holds a thread until it is opened, so that a test decides what waits behind it.
final class ThreadGate: Sendable {
    private let ends: [Int32]
    private let holding = Atomic(false)

    /// Whether a thread has arrived.
    var isHolding: Bool { holding.load(ordering: .acquiring) }

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        self.ends = ends
    }

    func wait() {
        holding.store(true, ordering: .releasing)
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) < 0, errno == EINTR {}
    }

    func open() {
        var byte: UInt8 = 1
        write(ends[1], &byte, 1)
    }

    deinit {
        for end in ends { close(end) }
    }
}

extension AttemptRecord {
    static func sample(_ seconds: Int, place: PlaceID?) -> AttemptRecord {
        AttemptRecord(
            at: second(Int64(seconds)), place: place, kind: "current", attempt: 1, outcome: "timed_out",
            code: -1001,
            curlCode: 28, osErrno: 0, phase: .connect, duration: .milliseconds(10_000), bytes: 0,
            decision: "wait_timer", retryAt: second(Int64(seconds) + 3))
    }
}
