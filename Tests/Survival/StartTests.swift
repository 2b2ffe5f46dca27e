import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// Starts that meet something: another daemon, an edit, a newer database.
@Suite struct StartTests {
    @Test func `of two daemons started at once one serves and the other ends with 75`() async throws {
        let bench = try Workbench()
        let daemons = try (0..<2).map { number in
            try ChildProcess(
                Binaries.path("windsockd"), environment: bench.environment,
                errors: bench.folder + "/log\(number)")
        }
        try await bench.until("one has given up") { daemons.contains { !$0.isRunning } }
        let loser = try #require(daemons.firstIndex { !$0.isRunning })
        #expect(daemons[loser].wait() == 75)
        let said = TextFile.read(bench.folder + "/log\(loser)")
        #expect(
            said.contains("process \(daemons[1 - loser].identifier) is using the state directory"), "\(said)")
        // The other has lost neither its socket nor its lock to it.
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        #expect(daemons[1 - loser].stop() == 0)
        #expect(try await bench.inspect().map(\.name) == ["Oslo"])
    }

    @Test func `a daemon that follows one that is ending waits for its lock`() async throws {
        let bench = try Workbench()
        for _ in 0..<5 {
            try await bench.startDaemon()
            let old = try #require(bench.daemon)
            old.send(SIGTERM)
            try bench.launchDaemon()
            #expect(old.wait() == 0)
            _ = try #require(try await bench.controlWhenThere())
            #expect(bench.stopDaemon() == 0)
        }
    }

    @Test func `an edit by the command while a daemon starts is made once or refused with 75`() async throws {
        let bench = try Workbench()
        try await bench.startDaemon()
        #expect(bench.stopDaemon() == 0)
        var added: [String] = []
        var statuses: [Int32] = []
        for number in 0..<12 {
            try bench.launchDaemon()
            usleep(UInt32(number * 4000))
            let status = bench.windsock("add", "place \(number)", "--at", "\(number),1").status
            statuses.append(status)
            if status == 0 { added.append("place \(number)") }
            _ = try #require(try await bench.controlWhenThere())
            // The daemon that has started knows every edit that was made without it.
            #expect(try bench.control.allPlaces().map(\.name) == added)
            #expect(bench.stopDaemon() == 0)
        }
        #expect(Set(statuses).isSubset(of: [0, 75]))
        #expect(try await bench.inspect().map(\.name) == added)
        Figures.print(
            "an edit while the daemon starts: \(added.count) of 12 made, the others refused with 75")
    }

    @Test func `a database of a newer version ends the start with 65 and is left alone`() async throws {
        let bench = try Workbench()
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        #expect(bench.stopDaemon() == 0)
        let newer = try ChildProcess.run("sqlite3", [bench.database, "PRAGMA user_version = 99"])
        #expect(newer.status == 0)
        let before = TextFile.bytes(bench.database)
        try bench.launchDaemon()
        #expect(try await bench.controlWhenThere() == nil)
        #expect(bench.stopDaemon() == 65)
        #expect(bench.log.contains("format 99") && bench.log.contains("hint: install the newer version"))
        #expect(TextFile.bytes(bench.database) == before)
        #expect(bench.setAside.isEmpty)
        #expect(bench.windsock("status").status == 65)
        #expect(TextFile.read(bench.state + "/watch-list.csv").contains("Oslo"))
    }
}
