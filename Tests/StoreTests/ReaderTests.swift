import Core
import Glibc
import Store
import TestSupport
import Testing

@Suite struct ReaderTests {
    @Test func `reading works while the daemon runs, and after it has stopped`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let oslo = try await store.addPlace("Oslo")
        let reader = try StoreReader(path: directory.database)
        try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(2))
        #expect(try reader.currents().count == 1)
        try await store.keep(.current(2, 5), for: oslo, fetchedAt: second(3))
        #expect(try reader.currents()[0].observation.temperature == 5)
        await store.close()
        #expect(try reader.currents()[0].observation.temperature == 5)
        #expect(try StoreReader(path: directory.database).currents()[0].observation.temperature == 5)
    }

    @Test func `a reader does not hold up the writer, and its snapshot does not move`() async throws {
        try await withStore { store, reader in
            _ = try await store.addPlace("Oslo")
            let connection = try await store.read { (connection) throws(StoreError) in
                try connection.first("PRAGMA database_list") { row in
                    _ = row.integer()
                    _ = row.text()
                    return row.text()
                }
            }
            let writerPath = try #require(connection)
            try reader.snapshot { () throws(StoreError) in
                let before = try reader.places()
                // A second writer is against the rules of the house; here it stands for the daemon.
                let other = try Connection.openForWriting(writerPath, creation: .refused).connection
                _ = try other.transaction { () throws(StoreError) in
                    try PlaceTable(other).add([NewPlace(name: "Bergen", pending: .name("B"))], at: second(1))
                }
                #expect(try reader.places() == before)
            }
            #expect(try reader.places().count == 2)
        }
    }

    @Test func `a reading connection can write nothing`() async throws {
        let directory = TestDirectory()
        try await Store.open(at: directory.database).close()
        let connection = try Connection.openForReading(directory.database)
        let error = #expect(throws: StoreError.self) { try connection.run("DELETE FROM place") }
        #expect(error?.label == "read_only")
        #expect(error?.exitCode == 77)
    }

    @Test func `a second writer waits, and the lock is found free afterwards`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let other = try Connection.openForWriting(directory.database, creation: .refused).connection
        try other.run("PRAGMA busy_timeout = 0")
        let seen = try await store.write { (_) throws(StoreError) in
            let other = try Connection.openForReading(directory.database)
            return try PlaceTable(other).all().count
        }
        #expect(seen == 0)
        try other.run("BEGIN IMMEDIATE")
        // The writer is patient for five seconds; here it must not be.
        _ = try await store.read { (connection) throws(StoreError) in
            try connection.run("PRAGMA busy_timeout = 0")
        }
        let refused = await outcome { () throws(StoreError) in
            try await store.addPlaces([NewPlace(name: "Oslo", pending: .name("Oslo"))], at: second(0)).count
        }
        if case .failure(let error) = refused { #expect(error.label == "busy") }
        #expect(throws: StoreError.self) { try refused.get() }
        try other.run("ROLLBACK")
        _ = try await store.addPlace("Oslo")
        await store.close()
    }

    @Test func `the editor changes the list by the daemon's rules`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        let oslo = try await store.addPlace("Oslo")
        try await store.keep(.current(1, 4), for: oslo, fetchedAt: second(2))
        await store.close()

        let editor = try WatchListEditor(
            path: directory.database, holding: DatabaseLock(directory: directory.path))
        #expect(throws: StoreError.locked(holder: getpid())) {
            _ = try DatabaseLock(directory: directory.path)
        }
        #expect(throws: StoreError.duplicateName("OSLO")) {
            try editor.change { (list) throws(StoreError) in
                _ = try list.add(
                    [
                        NewPlace(name: "Bergen", pending: .name("B")),
                        NewPlace(name: "OSLO", pending: .name("O")),
                    ],
                    at: second(3))
            }
        }
        #expect(try editor.places().map(\.name) == ["Oslo"])
        try editor.change { (list) throws(StoreError) in
            try list.rename(oslo, to: "Christiania")
            try list.setStatus(oslo, .paused)
        }
        #expect(try editor.places().map(\.name) == ["Christiania"])
        try editor.change { (list) throws(StoreError) in try list.remove([oslo]) }
        try editor.purgeRemoved()
        #expect(try StoreReader(path: directory.database).counts().observations == 0)
    }
}
