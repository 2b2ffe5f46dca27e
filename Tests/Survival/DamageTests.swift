import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// Damaged and lost files, met by a daemon that starts, and by one that runs.
@Suite struct DamageTests {
    /// What happens to the files of a stopped daemon.
    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Observations, of 8000, that must be there again.
        var kept: Int64
        var isRecovered: Bool
        var isSetAside: Bool
        var inflict: @Sendable (_ state: String) -> Void

        init(
            _ name: String, kept: Int64, isRecovered: Bool = true, isSetAside: Bool = true,
            _ inflict: @escaping @Sendable (String) -> Void
        ) {
            (testDescription, self.kept, self.isRecovered) = (name, kept, isRecovered)
            (self.isSetAside, self.inflict) = (isSetAside, inflict)
        }
    }

    static let damages = [
        Damage("garbage in the header", kept: 8000) { File.scribble($0 + "/windsock.db", at: 0, 100) },
        Damage("a garbled first page", kept: 0) { File.scribble($0 + "/windsock.db", at: 0, 4096) },
        Damage("half of the file", kept: 1500) {
            truncate($0 + "/windsock.db", File.size($0 + "/windsock.db") / 2 / 4096 * 4096)
        },
        Damage("an empty file", kept: 0) { truncate($0 + "/windsock.db", 0) },
        Damage("no file", kept: 0, isSetAside: false) { unlink($0 + "/windsock.db") },
        Damage("a garbled watch list", kept: 8000) {
            File.scribble($0 + "/windsock.db", at: (File.rootPage("place", $0) - 1) * 4096, 4096)
        },
        Damage("random bytes for a log", kept: 8000, isRecovered: false, isSetAside: false) {
            TextFile.write("", to: $0 + "/windsock.db-wal")
            truncate($0 + "/windsock.db-wal", 50_000)
            File.scribble($0 + "/windsock.db-wal", at: 0, 50_000)
        },
        Damage("no index of the log", kept: 8000, isRecovered: false, isSetAside: false) {
            unlink($0 + "/windsock.db-shm")
        },
        Damage("no log", kept: 8000, isRecovered: false, isSetAside: false) {
            unlink($0 + "/windsock.db-wal")
        },
        Damage("a flipped bit within a value", kept: 8000, isRecovered: false, isSetAside: false) {
            File.scribble($0 + "/windsock.db", at: File.size($0 + "/windsock.db") / 2 / 4096 * 4096 + 4094, 1)
        },
        Damage("no export", kept: 8000, isRecovered: false, isSetAside: false) {
            unlink($0 + "/watch-list.csv")
        },
        Damage("a recovery cut short", kept: 0, isSetAside: false) {
            unlink($0 + "/windsock.db")
            TextFile.write("SQLite format 3\0 and no more", to: $0 + "/windsock.db.new")
        },
    ]

    @Test(arguments: damages)
    func `a daemon that starts keeps the watch list and what can be read`(damage: Damage) async throws {
        let bench = try await Self.prepared()
        damage.inflict(bench.state)
        try await bench.startDaemon()
        #expect(bench.storage == (damage.isRecovered ? .recovered : .ok))
        #expect(try bench.control.allPlaces().map(\.name) == Self.names)
        #expect(bench.logLines("a new one has 2 places") == (damage.isRecovered ? 1 : 0), "\(bench.log)")
        #expect(bench.setAside.count == (damage.isSetAside ? 1 : 0))
        let kept = try StoreReader(path: bench.database).counts().observations
        #expect(kept >= damage.kept)
        // It works: what is fetched is stored.
        try await bench.until("both are fetched") { bench.freshCount == 2 }
        #expect(bench.stopDaemon() == 0)
        #expect(try await bench.inspect().count == 2)
        // Once: the next start finds a whole database.
        try await bench.startDaemon()
        #expect(bench.storage == .ok)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `damage behind an unclean stop is found while the daemon runs, and replaced once`()
        async throws
    {
        let bench = try await Self.prepared()
        // A page of the history that no start looks at.
        File.scribble(
            bench.database, at: File.size(bench.database) / 4096 / 2 * 4096, 4096)
        try await bench.startDaemon()
        #expect(bench.storage == .ok)
        #expect(bench.windsock("add", "Riga", "--at", "56.95,24.11").status == 0)
        bench.stopDaemon(SIGKILL)
        try await bench.startDaemon()
        try await bench.until("the damage is found and the database replaced") { bench.storage == .recovered }
        #expect(bench.setAside.count == 1)
        #expect(try bench.control.allPlaces().count == 3)
        #expect(try StoreReader(path: bench.database).counts().observations > 7500)
        try await bench.until("all are fetched") { bench.freshCount == 3 }
        // A second time it is reported and no more: the disk itself is not to be trusted.
        let other = try Connection.openForWriting(bench.database, creation: .refused).connection
        let root = try other.number("SELECT rootpage FROM sqlite_schema WHERE name = 'latest'")
        try await bench.until("it is seen") {
            // The log holds newer pages until it is written back, and the daemon its own until somebody writes.
            try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
            File.scribble(bench.database, at: Int(root - 1) * 4096, 4096)
            try other.run("PRAGMA user_version = \(Schema.version)")
            return bench.storage == .failing
        }
        #expect(try bench.control.allPlaces().count == 3)
        #expect(bench.setAside.count == 1)
        #expect(bench.stopDaemon() == 0)
        // The next start may.
        try await bench.startDaemon()
        #expect(bench.storage == .recovered)
        #expect(try bench.control.allPlaces().count == 3)
        #expect(bench.stopDaemon() == 0)
    }

    /// WINDSOCK_FAULTS is how many calls are passed over between two that fail, less one: 1 tries them all.
    @Test(arguments: [Faults.Kind.death, .full, .failing])
    func `a recovery that is cut short or fails at any call is made up for by the next start`(
        kind: Faults.Kind
    ) async throws {
        let template = try await Self.prepared(observations: 2000)
        File.scribble(template.database, at: (File.rootPage("place", template.state) - 1) * 4096, 4096)
        let whole = try await Self.recover(template, kind, at: 0)
        #expect(whole.findings.isEmpty)
        let stride = Wanted.number("WINDSOCK_FAULTS", else: max(1, whole.calls / 8))
        var findings: [String] = []
        var runs = 0
        for number in Swift.stride(from: 1, through: whole.calls, by: stride) {
            runs += 1
            findings += try await Self.recover(template, kind, at: number).findings
        }
        #expect(findings.isEmpty)
        Figures.print(
            "recovery, \(kind.rawValue): \(runs) runs over \(whole.calls) calls", "\(findings.count) findings"
        )
    }

    /// Recovers a copy of what was prepared, with a fault, and again without.
    private static func recover(
        _ template: Workbench, _ kind: Faults.Kind, at number: Int
    ) async throws -> (calls: Int, findings: [String]) {
        let bench = try Workbench(simulator: template.simulator)
        try ShellCommand.run("cp \(template.state)/* \(bench.state)/")
        let faults = try Faults(kind, below: bench.state, at: number)
        try bench.launchDaemon(environment: faults.environment)
        if try await bench.controlWhenThere() != nil { bench.stopDaemon() }
        bench.stopDaemon()
        var findings: [String] = []
        let store = try await Store.open(at: bench.database)
        let places = try await store.places().map(\.name)
        let (rows, check) = try await store.read { (connection) throws(StoreError) in
            (
                try connection.number("SELECT count(*) FROM observation"),
                try connection.first("PRAGMA integrity_check") { $0.text() }
            )
        }
        await store.close()
        if places != names { findings.append("\(kind) at \(number): \(places)") }
        if rows < 2000 { findings.append("\(kind) at \(number): \(rows) rows") }
        if check != "ok" { findings.append("\(kind) at \(number): \(check ?? "unreadable")") }
        if bench.setAside.count > 1 { findings.append("\(kind) at \(number): \(bench.setAside)") }
        let rest = bench.files.filter {
            $0.hasSuffix(".new") || $0.hasSuffix(".whole") || $0.hasSuffix(".patched")
        }
        if !rest.isEmpty { findings.append("\(kind) at \(number): \(rest) left") }
        return (faults.calls, findings)
    }

    private static let names = ["Oslo", "Nice, \"old\" town"]

    /// A stopped daemon's directory with two places, and observations of the first.
    private static func prepared(observations count: Int64 = 8000) async throws -> Workbench {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
        let store = try await Store.open(at: bench.database)
        let now = UnixTime(seconds: Int64(time(nil)))
        let places = try await store.addPlaces(
            [
                NewPlace(name: names[0], at: try position(59.91, 10.75)),
                NewPlace(name: names[1], at: try position(43.7, 7.27)),
            ], at: now)
        let oslo = places[0].id
        try await store.write { (connection) throws(StoreError) in
            for index in 0..<count {
                try connection.run(
                    """
                    INSERT INTO observation (place_id, observed_at, fetched_after, temperature)
                    VALUES (?, ?, 1, ?)
                    """,
                    [SQLValue(oslo), .integer(now.seconds - 600 * (count - index)), .integer(index % 3000)])
            }
            try connection.run(
                "INSERT INTO latest (place_id, kind, at, checked_at) VALUES (?, 'current', ?, ?)",
                [SQLValue(oslo), .integer(now.seconds - 600), .integer(now.seconds - 600)])
        }
        await store.close()
        return bench
    }

    private static func position(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }
}

/// Damage to files.
enum File {
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes bytes that mean nothing, always the same.
    static func scribble(_ path: String, at offset: Int, _ count: Int) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        precondition(descriptor >= 0, "\(path): errno \(errno)")
        defer { close(descriptor) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 + 3) &* 7919 >> 3) | 1 }
        precondition(pwrite(descriptor, bytes, count, offset) == count)
    }

    static func rootPage(_ table: String, _ state: String) -> Int {
        let connection = try? Connection.openForReading(state + "/windsock.db")
        let page = try? connection?.number(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", [.text(table)])
        return Int(page ?? 2)
    }
}
