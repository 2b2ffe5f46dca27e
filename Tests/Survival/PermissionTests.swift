import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// Files that belong to somebody else than the daemon, which runs as nobody.
@Suite(.enabled(if: geteuid() == 0, "another user's files take root to make"))
struct PermissionTests {
    private static let nobody: uid_t = 65_534
    private static let user = [
        "setpriv", "--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups", "--",
    ]

    private let bench: Workbench

    /// A stopped daemon of nobody's with one place.
    init() async throws {
        bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
        chmod(bench.folder, 0o755)
        mkdir(bench.folder + "/run", 0o755)
        for path in [bench.state, bench.state + "/api-key", bench.folder + "/run"] {
            try #require(chown(path, Self.nobody, Self.nobody) == 0)
        }
        try await bench.startDaemon(wrapper: Self.user)
        try #require(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("it has weather") { self.bench.freshCount == 1 }
        try #require(bench.stopDaemon() == 0)
    }

    /// Starts the daemon, which must not come up, and returns its exit code.
    private func refusal() async throws -> Int32 {
        try bench.launchDaemon(wrapper: Self.user)
        #expect(try await bench.controlWhenThere() == nil)
        return bench.stopDaemon()
    }

    @Test(arguments: ["windsock.db", "windsock.db-wal"])
    func `a file of root's that may not be written ends the start with 77 and its name`(
        file: String
    ) async throws {
        let path = bench.state + "/" + file
        try #require(chown(path, 0, 0) == 0 && chmod(path, 0o644) == 0)
        #expect(try await refusal() == 77)
        #expect(bench.log.contains("hint: check who owns the state directory"), "\(bench.log)")
        try #require(chown(path, Self.nobody, Self.nobody) == 0)
        try await bench.startDaemon(wrapper: Self.user)
        #expect(bench.freshCount == 1)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `a database that may not even be read ends the start with 77`() async throws {
        try #require(chown(bench.database, 0, 0) == 0 && chmod(bench.database, 0o600) == 0)
        #expect(try await refusal() == 77)
        #expect(bench.log.contains("hint: check who owns the state directory"), "\(bench.log)")
        #expect(bench.setAside.isEmpty)
    }

    @Test func `a directory of root's ends the start with 77`() async throws {
        try #require(chown(bench.state, 0, 0) == 0)
        unlink(bench.state + "/lock")
        #expect(try await refusal() == 77)
        #expect(bench.log.contains(bench.state), "\(bench.log)")
    }

    @Test func `a directory that turns into root's under a running daemon stops nothing`() async throws {
        try await bench.startDaemon(wrapper: Self.user)
        try #require(chown(bench.state, 0, 0) == 0)
        let calls = try bench.calls().count
        try await bench.until("fetching goes on") { try self.bench.calls().count > calls + 2 }
        // The database is open and goes on; the export cannot follow, and the edit stands all the same.
        #expect(bench.windsock("add", "Riga", "--at", "56.95,24.11").status == 0)
        #expect(bench.storage == .ok)
        try #require(chown(bench.state, Self.nobody, Self.nobody) == 0)
        #expect(bench.stopDaemon() == 0)
        #expect(try await bench.inspect().map(\.name) == ["Oslo", "Riga"])
    }

    @Test(.enabled(if: MountNamespace.isPermitted, "a mount namespace takes a kernel that permits it"))
    func `a read-only disk ends the start with 77`() async throws {
        let script = "mount --bind \(bench.state) \(bench.state); mount -o remount,ro,bind \(bench.state)"
        try bench.launchDaemon(wrapper: MountNamespace.words(script) + Self.user)
        #expect(try await bench.controlWhenThere() == nil)
        #expect(bench.stopDaemon() == 77)
        #expect(bench.log.contains("Read-only file system"), "\(bench.log)")
    }

    @Test func `everybody reads what a stopped daemon has stored, and nobody else edits it`() async throws {
        let other = ["setpriv", "--reuid", "4242", "--regid", "4242", "--clear-groups", "--"]
        func run(_ words: String...) throws -> ChildProcess.Output {
            try ChildProcess.run(
                other[0], other.dropFirst() + [Binaries.path("windsock")] + words,
                environment: bench.environment)
        }
        #expect(try run("status").standardOutput.contains("°C"))
        #expect(try run("history", "Oslo").status == 0)
        #expect(try run("add", "Riga", "--at", "56.95,24.11").status == 77)
        #expect(!bench.files.contains("watch-list.csv.new"))
        // Root may, and leaves nothing that the daemon cannot write.
        #expect(bench.windsock("add", "Riga", "--at", "56.95,24.11").status == 0)
        try await bench.startDaemon(wrapper: Self.user)
        #expect(bench.windsock("add", "Bergen", "--at", "60.39,5.32").status == 0)
        #expect(bench.storage == .ok)
        #expect(bench.stopDaemon() == 0)
        #expect(try await bench.inspect().count == 3)
    }
}
