import Store
import TestSupport
import Testing

@Suite struct MigrationTests {
    private let first = Migration("first", script: "CREATE TABLE one (x INTEGER) STRICT;")
    private let second = Migration(
        "second", script: "CREATE TABLE two (x INTEGER) STRICT; INSERT INTO two SELECT x FROM one;")

    @Test func `an older database is copied and then brought up to date`() throws {
        let directory = TestDirectory()
        try write(in: directory, [first]) { (connection) throws(StoreError) in
            try connection.run("INSERT INTO one VALUES (7)")
        }
        try write(in: directory, [first, second]) { (connection) throws(StoreError) in
            #expect(try connection.number("PRAGMA user_version") == 2)
            #expect(try connection.number("SELECT x FROM two") == 7)
        }
        #expect(directory.files.contains("windsock.db.version-1"))
        #expect(!directory.files.contains("windsock.db.version-1.partial"))
        let copy = directory.path + "/windsock.db.version-1"
        let old = try Connection.openForWriting(copy, creation: .refused, migrations: [first]).connection
        #expect(try old.number("SELECT x FROM one") == 7)
    }

    @Test func `a database that is up to date is not copied`() throws {
        let directory = TestDirectory()
        try write(in: directory, [first]) { _ in }
        try write(in: directory, [first]) { _ in }
        #expect(directory.files == ["windsock.db", "windsock.db-shm", "windsock.db-wal"])
    }

    @Test func `a migration that fails leaves no trace, the ones before it stay`() throws {
        let directory = TestDirectory()
        let broken = Migration(
            "broken", script: "CREATE TABLE three (x INTEGER) STRICT; INSERT INTO four VALUES (1);")
        let error = #expect(throws: StoreError.self) {
            try write(in: directory, [first, second, broken]) { _ in }
        }
        #expect(error?.label == "misuse")
        try write(in: directory, [first, second]) { (connection) throws(StoreError) in
            #expect(try connection.number("PRAGMA user_version") == 2)
            #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'three'") == 0)
        }
    }

    @Test func `the beginning of a copy that a crash left is no obstacle`() throws {
        let directory = TestDirectory()
        try write(in: directory, [first]) { _ in }
        directory.write(Array("half a copy".utf8), to: "windsock.db.version-1.partial")
        try write(in: directory, [first, second]) { _ in }
        #expect(directory.files.contains("windsock.db.version-1"))
    }

    private func write(
        in directory: TestDirectory, _ migrations: [Migration],
        _ body: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try body(
            Connection.openForWriting(directory.database, creation: .allowed, migrations: migrations)
                .connection)
    }
}
