import Core
import Glibc
import Store
import TestSupport
import Testing

/// Damaged and lost databases: reliability comes from what is left.
@Suite struct RecoveryTests {
    /// A closed database with two places and `count` observations of the first.
    private func prepared(_ directory: TestDirectory, observations count: Int64 = 2000) async throws {
        let store = try await Store.open(at: directory.database)
        let oslo = try await store.addPlace("Oslo")
        _ = try await store.addPlaces(
            [NewPlace(name: "Nice, \"old\" town", pending: .name("Nice,FR"))], at: second(5))
        try await store.write { (connection) throws(StoreError) in
            for index in 0..<count {
                try connection.run(
                    """
                    INSERT INTO observation (place_id, observed_at, fetched_after, temperature)
                    VALUES (?, ?, 1, ?)
                    """, [SQLValue(oslo), SQLValue(second(index * 600)), .integer(index)])
            }
            try connection.run(
                "INSERT INTO latest (place_id, kind, at, checked_at) VALUES (?, 'current', ?, ?)",
                [SQLValue(oslo), SQLValue(second((count - 1) * 600)), SQLValue(second(count * 600))])
        }
        await store.close()
    }

    /// Opens, and looks at what every recovery must have kept: the list, by its numbers.
    private func reopened(
        _ directory: TestDirectory, _ body: (Store, StoreReader) async throws -> Void
    ) async throws {
        let store = try await Store.open(at: directory.database)
        let places = try await store.places()
        #expect(places.map(\.id) == [PlaceID(1), PlaceID(2)])
        #expect(places.map(\.name) == ["Oslo", "Nice, \"old\" town"])
        #expect(places.last?.query == .name("Nice,FR"))
        #expect(places.last?.status == .pending)
        try await body(store, StoreReader(path: directory.database))
        let check = try await store.read { (connection) throws(StoreError) in
            try connection.first("PRAGMA integrity_check") { $0.text() }
        }
        #expect(check == "ok")
        await store.close()
    }

    /// The files that were moved aside, without their time.
    private func setAside(_ directory: TestDirectory) -> [String] {
        directory.files.filter { $0.contains(".corrupt-") }.map { name in
            String(name.prefix { $0 != "2" })
                + (name.hasSuffix("-wal") ? "-wal" : name.hasSuffix("-shm") ? "-shm" : "")
        }
    }

    @Test func `garbage in the header costs nothing`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        try directory.overwrite("windsock.db", at: 0, with: Array(repeating: 0xAA, count: 100))
        try await reopened(directory) { store, _ in
            #expect(store.recovery?.damage?.label == "not_a_database")
            #expect(store.recovery?.places == 2)
            #expect(store.recovery?.observations == 2000)
            #expect(setAside(directory).contains("windsock.db.corrupt-"))
        }
        // Once: the next start finds a whole database.
        try await reopened(directory) { store, _ in #expect(store.recovery == nil) }
    }

    @Test func `a database cut in half gives its history back where it can be read`() async throws {
        let directory = TestDirectory()
        // So many that the tree has two levels: with three, what is cut off may hold the way to all leaves.
        try await prepared(directory, observations: 10_000)
        let size = TestDirectory.size(of: directory.database)
        try #require(truncate(directory.database, size / 2 / 4096 * 4096) == 0)
        try await reopened(directory) { store, reader in
            #expect(store.recovery?.damage?.label == "corrupt")
            let kept = try reader.observations(of: PlaceID(1))
            #expect(kept.count > 2000)
            #expect(kept.count < 10_000)
            #expect(
                kept.allSatisfy {
                    Int64(($0.observation.temperature * 100).rounded()) * 600
                        == $0.observation.observedAt.seconds - second(0).seconds
                })
        }
    }

    @Test func `a garbled first page costs the history and keeps the list`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        try directory.overwrite("windsock.db", at: 0, with: Array(repeating: 0xAA, count: 4096))
        try await reopened(directory) { store, _ in
            #expect(store.recovery?.damage?.label == "not_a_database")
            #expect(store.recovery?.observations == 0)
        }
    }

    @Test func `a recovery cut short before its end begins anew, one cut short behind it is finished`()
        async throws
    {
        let directory = TestDirectory()
        try await prepared(directory)
        // The new database has been made, and the old one's file is set aside already, but not its log.
        try #require(rename(directory.database, directory.database + ".whole") == 0)
        directory.write(Array("the log of another database".utf8), to: "windsock.db-wal")
        try await reopened(directory) { store, reader in
            let rows = try reader.counts().observations
            #expect(store.recovery?.observations == 2000 && rows == 2000)
        }
        // It has not been made, or nobody knows whether it is whole.
        try #require(unlink(directory.database) == 0)
        directory.write(Array("half a database".utf8), to: "windsock.db.new")
        try await reopened(directory) { store, _ in #expect(store.recovery?.places == 2) }
        #expect(!directory.files.contains("windsock.db.new"))
    }

    @Test func `a recovery that cannot be written leaves everything as it was`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        let root = try rootPage(of: "schedule", directory)
        try directory.overwrite(
            "windsock.db", at: (root - 1) * 4096, with: Array(repeating: 0x5A, count: 4096))
        // A directory where the new database is to be made refuses it, to root too.
        try #require(mkdir(directory.database + ".new", 0o755) == 0)
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store.open(at: directory.database)
        }
        #expect(error?.label == "cannot_open")
        #expect(setAside(directory).isEmpty)
        rmdir(directory.database + ".new")
        try await reopened(directory) { store, _ in #expect(store.recovery?.observations == 2000) }
    }

    @Test func `a store whose recovery failed says why until another succeeds`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        let store = try await Store.open(at: directory.database)
        try #require(mkdir(directory.database + ".new", 0o755) == 0)
        let damage = StoreError.corrupt(SQLiteReport(extendedCode: 11, message: "as told by a test"))
        let thrown = await #expect(throws: StoreError.self) { _ = try await store.recover(from: damage) }
        let failure = try #require(thrown)
        #expect(failure.isRetryable)
        await #expect(throws: failure) { _ = try await store.places() }
        rmdir(directory.database + ".new")
        let recovery = try await store.recover(from: damage)
        #expect(recovery?.observations == 2000)
        #expect(try await store.places().count == 2)
        await store.close()
    }

    @Test func `an unclean end is known to the next start, and its history looked through in steps`()
        async throws
    {
        let directory = TestDirectory()
        try await prepared(directory, observations: 12_000)
        let whole = try await Store.open(at: directory.database)
        #expect(!whole.wasInterrupted)
        try await whole.checkHistory()
        // A reader keeps the log from being emptied, as a kill does.
        let connection = try Connection.openForReading(directory.database)
        try connection.runScript("BEGIN; SELECT count(*) FROM place;")
        _ = try await whole.addPlace("Riga")
        await whole.close()
        try connection.runScript("COMMIT")
        let pages = TestDirectory.size(of: directory.database) / 4096
        try directory.overwrite(
            "windsock.db", at: pages / 2 * 4096, with: Array(repeating: 0xA5, count: 4096))
        let store = try await Store.open(at: directory.database)
        #expect(store.wasInterrupted)
        let error = await #expect(throws: StoreError.self) { try await store.checkHistory() }
        #expect(error?.isDamage == true)
        await store.close()
    }

    @Test(arguments: [0, 1])
    func `an empty or missing database beside an export counts as lost`(kind: Int) async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        try #require(kind == 0 ? truncate(directory.database, 0) == 0 : unlink(directory.database) == 0)
        try await reopened(directory) { store, reader in
            let recovery = try #require(store.recovery)
            #expect(recovery.damage == nil)
            #expect((recovery.setAside == nil) == (kind == 1))
            #expect(try reader.observations(of: PlaceID(1)).isEmpty)
        }
    }

    @Test func `an empty or missing database without an export is a first start`() async throws {
        let directory = TestDirectory()
        directory.write([], to: "windsock.db")
        let store = try await Store.open(at: directory.database)
        #expect(store.recovery == nil)
        #expect(store.wasCreated)
        await store.close()
    }

    @Test func `trashed pages cost their own rows and few besides`() async throws {
        let directory = TestDirectory()
        try await prepared(directory, observations: 20_000)
        let pages = TestDirectory.size(of: directory.database) / 4096
        for page in [pages / 3, pages / 2, pages - 20] {
            try directory.overwrite("windsock.db", at: page * 4096, with: Array(repeating: 0xA5, count: 4096))
        }
        // Opening looks at the small tables only; the damage shows when the history is used.
        let store = try await Store.open(at: directory.database)
        #expect(store.recovery == nil)
        var damage: StoreError?
        do throws(StoreError) {
            _ = try await store.read { (connection) throws(StoreError) in
                try connection.number("SELECT sum(temperature) FROM observation")
            }
        } catch {
            damage = error
        }
        let found = try #require(damage)
        #expect(found.isDamage)
        let recovery = try #require(try await store.recover(from: found))
        #expect(recovery.places == 2)
        #expect(recovery.observations > 19_000)
        #expect(recovery.observations < 20_000)
        // The store goes on with the new one.
        try await store.keep(.current(20_001 * 600, 7), for: PlaceID(1), fetchedAt: second(1))
        await store.close()
        try await reopened(directory) { store, _ in #expect(store.recovery == nil) }
    }

    @Test func `random bytes for a log and a missing index of it cost nothing`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        directory.write(
            (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, to: "windsock.db-wal")
        unlink(directory.database + "-shm")
        try await reopened(directory) { store, reader in
            let kept = try reader.observations(of: PlaceID(1))
            #expect(store.recovery == nil)
            #expect(kept.count == 2000)
        }
    }

    @Test func `a damaged watch list comes from its export, and without one from what is readable`()
        async throws
    {
        for withExport in [true, false] {
            let directory = TestDirectory()
            try await prepared(directory)
            let root = try rootPage(of: "schedule", directory)
            try directory.overwrite(
                "windsock.db", at: (root - 1) * 4096, with: Array(repeating: 0x5A, count: 4096))
            if !withExport { unlink(directory.path + "/watch-list.csv") }
            try await reopened(directory) { store, reader in
                #expect(store.recovery?.damage?.label == "corrupt")
                let (kept, newest) = (try reader.observations(of: PlaceID(1)), try reader.currents())
                #expect(kept.count == 2000)
                #expect(newest.count == 1)
            }
        }
    }

    @Test func `a flipped bit within a value cannot be seen and breaks nothing`() async throws {
        let directory = TestDirectory()
        try await prepared(directory)
        let pages = TestDirectory.size(of: directory.database) / 4096
        try directory.overwrite("windsock.db", at: pages / 2 * 4096 + 4090, with: [0x01])
        try await reopened(directory) { _, reader in
            _ = try reader.observations(of: PlaceID(1))
        }
    }

    // MARK: the export

    @Test func `the export follows every edit before it is acknowledged`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        func lines() throws -> [String] {
            directory.read("watch-list.csv").split(separator: "\n").map(String.init)
        }
        #expect(try lines().count == 1)
        let oslo = try await store.addPlace("Oslo")
        #expect(try lines().last == "1,Oslo,,51.5,-0.12,,,,,active,\(second(0).seconds)")
        try await store.rename(oslo, to: "Christiania")
        #expect(try lines().last?.hasPrefix("1,Christiania,") == true)
        try await store.setStatus(oslo, .paused)
        #expect(try lines().last?.contains(",paused,") == true)
        try await store.removePlaces([oslo])
        #expect(try lines().count == 1)
        await store.close()
        #expect(!directory.files.contains("watch-list.csv.new"))

        let lock = try DatabaseLock(directory: directory.path)
        let editor = try WatchListEditor(path: directory.database, holding: lock)
        let lisbon = NewPlace(name: "Lisbon", at: try coordinates(38.72, -9.14))
        _ = try editor.change { (list) throws(StoreError) in try list.add([lisbon], at: second(9)) }
        #expect(try lines().last?.hasPrefix("2,Lisbon,,38.72,-9.14,") == true)
    }

    @Test func `an edit stands when its export cannot be written, and the next start makes up for it`()
        async throws
    {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        // A directory in the file's place refuses to be replaced, by root too.
        unlink(directory.path + "/watch-list.csv")
        try #require(mkdir(directory.path + "/watch-list.csv", 0o755) == 0)
        try #require(mkdir(directory.path + "/watch-list.csv/x", 0o755) == 0)
        _ = try await store.addPlace("Oslo")
        #expect(try await store.places().count == 1)
        rmdir(directory.path + "/watch-list.csv/x")
        rmdir(directory.path + "/watch-list.csv")
        await store.close()
        let again = try await Store.open(at: directory.database)
        await again.close()
        #expect(directory.read("watch-list.csv").contains("Oslo"))
    }

    private func rootPage(of table: String, _ directory: TestDirectory) throws -> Int {
        let connection = try Connection.openForReading(directory.database)
        return Int(
            try connection.number("SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text(table)]))
    }
}

extension TestDirectory {
    func overwrite(_ name: String, at offset: Int, with bytes: [UInt8]) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(pwrite(descriptor, bytes, bytes.count, offset) == bytes.count)
    }

    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : -1
    }
}
