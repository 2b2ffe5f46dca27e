import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// Starts that cannot be: each has its message, its hint and its exit code.
@Suite struct StartTests {
    private func start(
        _ bench: Workbench, _ words: [String] = [], wrapper: [String] = []
    ) throws -> ChildProcess.Output {
        let all = wrapper + [Binaries.path("windsockd")] + words
        return try ChildProcess.run(all[0], Array(all.dropFirst()), environment: bench.environment)
    }

    @Test func `a wrong command line is 64`() throws {
        let bench = try Workbench()
        for (words, what) in [
            (["--frobnicate"], "there is no option \"--frobnicate\""),
            (["--state-dir"], "--state-dir needs a value"),
            (["--json"], "--json goes with --diagnose only"), (["--version=1"], "--version takes no value"),
        ] {
            let output = try start(bench, words)
            #expect(output.status == 64)
            #expect(output.standardError.hasPrefix("windsockd: \(what)\nhint: "), "\(output.standardError)")
        }
    }

    @Test func `a database of a newer version is 65, for both programs, and stays as it is`() async throws {
        let bench = try Workbench()
        try await bench.startDaemon()
        bench.stopDaemon()
        let database = bench.folder + "/state/windsock.db"
        try ShellCommand.run("sqlite3 \(database) 'PRAGMA user_version = 99'")
        let output = try start(bench)
        #expect(output.status == 65)
        #expect(output.standardError.contains("the database has format 99"))
        #expect(output.standardError.contains("hint: install the newer version of windsock"))
        for verb in ["status", "list", "export"] {
            let read = bench.windsock(verb)
            #expect(read.status == 65, "\(verb)")
            #expect(read.standardError.hasPrefix("windsock: the database has format 99"))
        }
        #expect(bench.windsock("add", "Oslo", "--at", "1,2").status == 65)
        try ShellCommand.run("test $(sqlite3 \(database) 'PRAGMA user_version') = 99")
    }

    @Test func `a database of another program is 65`() throws {
        let bench = try Workbench()
        try ShellCommand.run(
            "sqlite3 \(bench.folder)/state/windsock.db 'PRAGMA application_id = 7; CREATE TABLE t (a)'")
        let output = try start(bench)
        #expect(output.status == 65)
        #expect(output.standardError.contains("belongs to another program"))
    }

    @Test func `a directory that cannot be made is 73 or 77`() throws {
        let bench = try Workbench()
        let missing = try start(bench, ["--state-dir", "/proc/windsock"])
        #expect(missing.status == 73 || missing.status == 77)
        #expect(missing.standardError.contains("cannot create /proc/windsock"))
        #expect(missing.standardError.contains("hint: choose others with --state-dir and --runtime-dir"))
    }

    private static let asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `a home that may not be written to is 77, and what is stored can still be read`() async throws {
        let bench = try Workbench()
        chmod(bench.folder, 0o755)
        let home = bench.folder + "/home"
        mkdir(home, 0o755)
        let refused = try ChildProcess.run(
            "env",
            ["-u", "WINDSOCK_STATE_DIR", "-u", "WINDSOCK_RUNTIME_DIR", "HOME=\(home)"] + StartTests.asNobody
                + [Binaries.path("windsockd")], environment: bench.environment)
        #expect(refused.status == 77)
        #expect(refused.standardError.contains("cannot create \(home)/.local"))
        #expect(refused.standardError.contains("ermission denied"))

        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("it has weather") { bench.freshCount == 1 }
        bench.stopDaemon()
        func nobody(_ words: String...) throws -> ChildProcess.Output {
            let all = StartTests.asNobody + [Binaries.path("windsock")] + words
            return try ChildProcess.run(all[0], Array(all.dropFirst()), environment: bench.environment)
        }
        let status = try nobody("status")
        #expect(status.status == 3)
        #expect(status.standardOutput.contains("Oslo"))
        for words in [["add", "Voss", "--at", "1,2"], ["remove", "Oslo"], ["pause", "Oslo"]] {
            let output = try ChildProcess.run(
                StartTests.asNobody[0],
                Array(StartTests.asNobody.dropFirst()) + [Binaries.path("windsock")] + words,
                environment: bench.environment)
            #expect(output.status == 77, "\(words)")
            #expect(output.standardError.hasPrefix("windsock: this user may not change the watch list"))
        }
        let key = try nobody("key", "clear")
        #expect(key.status == 77 || key.status == 74)
        #expect(bench.windsock("export").standardOutput.contains("Oslo"))
    }

    @Test func `a socket of somebody who answers is left alone, anything else in its place too`() async throws
    {
        let bench = try Workbench()
        mkdir(bench.folder + "/run", 0o755)
        TextFile.write("mine", to: bench.folder + "/run/windsock.sock")
        let output = try start(bench)
        #expect(output.status != 0)
        #expect(output.standardError.contains("windsock.sock"))
        #expect(TextFile.read(bench.folder + "/run/windsock.sock") == "mine")
        // The command reads what is stored, as it does whenever nobody answers.
        #expect(bench.windsock("status").status == 3)
        unlink(bench.folder + "/run/windsock.sock")

        try await bench.startDaemon()
        // Another state directory, the same socket: the first daemon goes on.
        let second = try start(bench, ["--state-dir", bench.folder + "/other"])
        #expect(second.status == 75)
        #expect(bench.windsock("list").status == 0)
        #expect(bench.stopDaemon() == 0)
    }
}
