import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// A real file system of 2 MB that fills up and is emptied again.
@Suite(
    .enabled(if: MountNamespace.isPermitted, "a mount namespace takes root and a kernel that permits it"))
struct SmallDiskTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
    }

    /// Starts the daemon with a state directory that is a file system of its own.
    private func start() async throws {
        let script = """
            mount -t tmpfs -o size=2m,mode=755 tmpfs \(bench.state)
            printf '%s\\n' \(Workbench.canary) >\(bench.state)/api-key
            chmod 600 \(bench.state)/api-key
            """
        rename(bench.state + "/api-key", bench.folder + "/api-key")
        try bench.launchDaemon(wrapper: MountNamespace.words(script))
        _ = try #require(try await bench.controlWhenThere())
    }

    /// The state directory as the daemon sees it, for files that are no database.
    private var inside: String { "/proc/\(bench.daemon?.identifier ?? 0)/root\(bench.state)" }

    @Test func `a daemon that starts on a full disk serves what is there, by the room of its reserve`()
        async throws
    {
        // The file system outlives the daemon: somebody else has it mounted.
        let words = MountNamespace.words("mount -t tmpfs -o size=2m,mode=755 tmpfs \(bench.state)")
        let holder = try ChildProcess(words[0], words.dropFirst() + ["sleep", "600"])
        let state = "/proc/\(holder.identifier)/root\(bench.state)"
        try await bench.until("it is mounted") {
            TextFile.read("/proc/\(holder.identifier)/mounts").contains(self.bench.state)
        }
        TextFile.write(Workbench.canary + "\n", to: state + "/api-key", mode: 0o600)
        let wrapper = ["nsenter", "--target", "\(holder.identifier)", "--mount"]
        try await bench.startDaemon(wrapper: wrapper)
        for number in 0..<3 {
            _ = try bench.control.add(
                AddPlaceRequest(name: "place \(number)", latitude: Double(number), longitude: 1))
        }
        try await bench.until("all have weather") { try self.query("SELECT count(*) FROM v_current") == "3" }
        #expect(bench.stopDaemon() == 0)

        // Not even the index of the log can be made.
        #expect(unlink(state + "/windsock.db-shm") == 0)
        try fill(state)
        try bench.launchDaemon(wrapper: wrapper)
        _ = try #require(try await bench.controlWhenThere(), "\(bench.log)")
        #expect(try bench.control.allPlaces().count == 3)
        #expect(access(state + "/ballast", F_OK) != 0, "it proves nothing")
        try fill(state)
        try await exhaust(try bench.control)
        #expect(unlink(state + "/filler") == 0)
        try await bench.until("the disk is seen to be well") { self.bench.storage == .ok }
        #expect(try query("PRAGMA quick_check") == "ok")
        #expect(bench.stopDaemon() == 0)
    }

    /// Runs sqlite3 on the daemon's database.
    private func query(_ sql: String) throws -> String {
        let process = "\(bench.daemon?.identifier ?? 0)"
        let output = try ChildProcess.run(
            "nsenter", ["--target", process, "--mount", "sqlite3", "-readonly", bench.database, sql])
        try #require(output.status == 0, "\(output)")
        return String(output.standardOutput.dropLast())
    }

    /// Writes until not a byte more goes in.
    private func fill(_ state: String? = nil) throws {
        let descriptor = open((state ?? inside) + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var piece = 65_536
        let zeros = [UInt8](repeating: 0, count: piece)
        for _ in 0..<1000 where piece > 0 {
            if write(descriptor, zeros, piece) <= 0 { piece /= 2 }
        }
    }

    /// Edits until the disk is seen to be full: what the log has room for already still goes in.
    private func exhaust(_ client: ControlClient) async throws {
        var number = 100
        try await bench.until("the disk is seen to be full") {
            try self.fill()
            number += 1
            _ = try? client.add(
                AddPlaceRequest(name: "more \(number)", latitude: Double(number % 80), longitude: 2))
            return self.bench.storage == .full
        }
    }

    @Test func `a disk that fills up and is emptied is one change each way, and nothing is lost`()
        async throws
    {
        try await start()
        let client = try bench.control
        for number in 0..<5 {
            _ = try client.add(
                AddPlaceRequest(name: "place \(number)", latitude: Double(number), longitude: 1))
        }
        try await bench.until("all have weather") { try self.query("SELECT count(*) FROM v_current") == "5" }
        #expect(access(inside + "/ballast", F_OK) == 0)

        try fill()
        try await exhaust(client)
        let places = try client.allPlaces().count
        let calls = try bench.calls().count
        try await bench.until("fetching goes on") { try self.bench.calls().count > calls + 15 }
        #expect(try client.status().daemon.storage == .full)
        #expect(try client.allPlaces().count == places)
        let attemptsBefore = try query("SELECT count(*) FROM v_attempt")

        #expect(unlink(inside + "/filler") == 0)
        try await bench.until("the disk is seen to be well") { self.bench.storage == .ok }
        try await bench.until("the ballast is back") { access(self.inside + "/ballast", F_OK) == 0 }
        #expect(try Int(query("SELECT count(*) FROM v_attempt")) ?? 0 > Int(attemptsBefore) ?? .max)
        #expect(try query("PRAGMA quick_check") == "ok")
        // It stays well: the log shows no flapping.
        let later = try bench.calls().count
        try await bench.until("fetching goes on") { try self.bench.calls().count > later + 15 }
        #expect(bench.storage == .ok)
        #expect(bench.logLines("cannot be stored") == 1, "\(bench.log)")
        #expect(bench.logLines("takes what is fetched again") == 1, "\(bench.log)")
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `with no more room than its own reserve it stays full and goes on`() async throws {
        try await start()
        let client = try bench.control
        _ = try client.add(AddPlaceRequest(name: "Oslo", latitude: 59.91, longitude: 10.75))
        try await bench.until("it has weather") { try self.query("SELECT count(*) FROM v_current") == "1" }
        try fill()
        try await exhaust(client)
        try await bench.until("the reserve is given up") { access(self.inside + "/ballast", F_OK) != 0 }
        try fill()
        // A little is given back, less than would last.
        #expect(truncate(inside + "/filler", try size(inside + "/filler") - 65_536) == 0)
        let calls = try bench.calls().count
        try await bench.until("fetching goes on") { try self.bench.calls().count > calls + 8 }
        #expect(bench.storage == .full)
        #expect(bench.logLines("takes what is fetched again") == 0, "\(bench.log)")
        #expect(bench.logLines("cannot be stored") == 1, "\(bench.log)")
        #expect(bench.stopDaemon() == 0)
    }

    private func size(_ path: String) throws -> Int {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return Int(status.st_size)
    }
}
