import Core
import Glibc
import Store
import TestSupport
import Testing

@Suite struct OpeningTests {
    @Test func `a database is made from nothing, readable by all, and keeps its log files`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        #expect(store.wasCreated)
        var status = stat()
        try #require(stat(directory.database, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o644)
        let settings = try await store.read { (connection) throws(StoreError) in
            try [
                "application_id", "user_version", "synchronous", "foreign_keys", "trusted_schema",
                "cell_size_check", "secure_delete", "temp_store", "journal_size_limit", "busy_timeout",
            ].map { (name) throws(StoreError) in try connection.number("PRAGMA \(name)") }
        }
        #expect(settings == [Schema.applicationID, Schema.version, 2, 1, 0, 1, 2, 2, 4_194_304, 5000])
        await store.close()
        #expect(
            directory.files == [
                "ballast", "watch-list.csv", "windsock.db", "windsock.db-shm", "windsock.db-wal",
            ])

        let again = try await Store.open(at: directory.database)
        #expect(!again.wasCreated)
        await again.close()
    }

    @Test func `a database of a newer version is refused and left alone`() async throws {
        let directory = TestDirectory()
        try directory.makeDatabase("PRAGMA user_version = \(Schema.version + 6)")
        let expected = StoreError.newerSchema(found: Schema.version + 6, known: Schema.version)
        await #expect(throws: expected) { _ = try await Store.open(at: directory.database) }
        #expect(throws: expected) { _ = try StoreReader(path: directory.database) }
    }

    @Test(arguments: [
        "CREATE TABLE other (x); PRAGMA application_id = 0; PRAGMA user_version = 0",
        "PRAGMA application_id = 1", "PRAGMA user_version = -1",
    ])
    func `a database of another program is refused and left alone`(script: String) async throws {
        let directory = TestDirectory()
        try directory.makeDatabase(script)
        let expected = StoreError.foreignFile(path: directory.database)
        await #expect(throws: expected) { _ = try await Store.open(at: directory.database) }
        #expect(throws: expected) { _ = try StoreReader(path: directory.database) }
    }

    @Test func `a file that is no database is refused`() throws {
        let directory = TestDirectory()
        directory.write(Array("all work and no play\n".utf8), to: "windsock.db")
        let error = #expect(throws: StoreError.self) {
            _ = try Connection.openForWriting(directory.database, creation: .refused)
        }
        #expect(error?.label == "not_a_database")
        #expect(error?.isDamage == true)
        #expect(error?.exitCode == 65)
    }

    @Test func `a database cut short is found damaged`() async throws {
        let directory = TestDirectory()
        try await Store.open(at: directory.database).close()
        try #require(truncate(directory.database, 8192) == 0)
        let error = #expect(throws: StoreError.self) {
            _ = try Connection.openForWriting(directory.database, creation: .refused)
        }
        #expect(error?.label == "corrupt")
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 0)])
    func `an empty file becomes the database`(bytes: [UInt8]) async throws {
        let directory = TestDirectory()
        directory.write(bytes, to: "windsock.db")
        #expect(throws: StoreError.missing(path: directory.database)) {
            _ = try StoreReader(path: directory.database)
        }
        let store = try await Store.open(at: directory.database)
        #expect(store.wasCreated)
        await store.close()
    }

    @Test func `a first start that was cut short is made up for`() async throws {
        let directory = TestDirectory()
        // What a kill between the change to WAL and the first migration leaves.
        _ = try Connection.openForWriting(directory.database, creation: .allowed, migrations: [])
        let store = try await Store.open(at: directory.database)
        #expect(store.wasCreated)
        #expect(try await store.places() == [])
        await store.close()
    }

    @Test func `a link in place of the database is not followed, a linked directory is`() async throws {
        let directory = TestDirectory()
        try await Store.open(at: directory.database).close()
        try #require(symlink(directory.database, directory.path + "/link.db") == 0)
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store.open(at: directory.path + "/link.db")
        }
        #expect(error?.label == "cannot_open")

        try #require(symlink(directory.path, directory.path + "/here") == 0)
        _ = try StoreReader(path: directory.path + "/here/windsock.db")
    }

    @Test func `a directory that is not there is named`() async throws {
        let directory = TestDirectory()
        let error = await #expect(throws: StoreError.self) {
            _ = try await Store.open(at: directory.path + "/none/windsock.db")
        }
        #expect(error?.label == "cannot_open")
        #expect(error?.report?.osErrno == ENOENT)
        #expect(error?.exitCode == 73)
        #expect(throws: StoreError.missing(path: directory.path + "/none/windsock.db")) {
            _ = try StoreReader(path: directory.path + "/none/windsock.db")
        }
    }

    @Test func `the editor and the reader create nothing`() throws {
        let directory = TestDirectory()
        let missing = StoreError.missing(path: directory.database)
        #expect(throws: missing) {
            let lock = try DatabaseLock(directory: directory.path)
            _ = try WatchListEditor(path: directory.database, holding: lock)
        }
        #expect(throws: missing) { _ = try StoreReader(path: directory.database) }
        #expect(missing.exitCode == 3)
        #expect(directory.files == ["lock"])
    }

    @Test func `a closed store answers that it is closed`() async throws {
        let directory = TestDirectory()
        let store = try await Store.open(at: directory.database)
        await store.close()
        await store.close()
        await #expect(throws: StoreError.stopped) { _ = try await store.places() }
        await #expect(throws: StoreError.stopped) { try await store.record(SyncChange()) }
    }
}

extension TestDirectory {
    /// Makes a database of ours and runs a script in it.
    func makeDatabase(_ script: String) throws {
        let connection = try Connection.openForWriting(database, creation: .allowed).connection
        try connection.runScript(script)
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
