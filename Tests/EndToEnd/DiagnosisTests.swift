import Core
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// `windsockd --diagnose`, and `windsock check`, which turns to it while no daemon runs.
@Suite struct DiagnosisTests {
    private static let layers = [
        "config", "lock", "database", "key", "clock", "path", "dns", "tcp", "tls", "api",
    ]

    /// Verdicts by layer, the first hint, and the exit code.
    private struct Found: Equatable {
        var verdicts: [String: String] = [:]
        var failing: String?
        var hint: String?
        var text: String?
        var status: Int32
    }

    private func diagnose(_ bench: Workbench) throws -> Found {
        let output = try ChildProcess.run(
            Binaries.path("windsockd"), ["--diagnose", "--json"], environment: bench.environment)
        return try found(output)
    }

    private func found(_ output: ChildProcess.Output) throws -> Found {
        let lines = try #require(try JSONValue(parsing: output.standardOutput)["lines"]?.array)
        #expect(lines.map { $0["layer"]?.string } == DiagnosisTests.layers)
        #expect(!output.standardOutput.contains(Workbench.canary))
        var found = Found(status: output.status)
        for line in lines { found.verdicts[line["layer"]?.string ?? ""] = line["verdict"]?.string }
        let first = lines.first { $0["verdict"]?.string == "fail" }
        found.failing = first?["layer"]?.string
        found.hint = first?["hint"]?.string
        found.text = first?["text"]?.string
        return found
    }

    @Test func `with nothing wrong every layer is ok and one call was made`() throws {
        let bench = try Workbench()
        let found = try diagnose(bench)
        #expect(found.status == 0)
        #expect(found.failing == nil)
        // There is no database before the first start; an address needs no name, plain HTTP no TLS.
        #expect(found.verdicts.filter { $0.value == "skipped" }.keys.sorted() == ["database", "dns", "tls"])
        #expect(try bench.simulator.log().map(\.path) == ["/geo/1.0/direct"])
        // Looking creates nothing.
        #expect(access(bench.folder + "/state/lock", F_OK) != 0)
        #expect(access(bench.folder + "/state/windsock.db", F_OK) != 0)
        #expect(access(bench.folder + "/run", F_OK) != 0)
        let text = try ChildProcess.run(
            Binaries.path("windsockd"), ["--diagnose"], environment: bench.environment)
        #expect(text.status == 0)
        #expect(
            text.standardOutput.split(separator: "\n").map { $0.prefix { $0 != " " } }
                == DiagnosisTests.layers.map { $0[...] })
    }

    @Test func `the first layer that fails is named, with a hint`() throws {
        let bench = try Workbench()
        // The service refuses the key.
        try bench.simulator.setKeys(["another0123456789"])
        var found = try diagnose(bench)
        #expect(found.failing == "api")
        #expect(found.status == 69)
        #expect(found.hint?.hasPrefix("windsock key set") == true)
        // Nobody listens.
        try bench.simulator.setNetwork(up: false)
        found = try diagnose(bench)
        #expect(found.failing == "tcp")
        #expect(found.verdicts["api"] == "skipped")
        #expect(found.status == 69)
        try bench.simulator.setNetwork(up: true)
        // There is no key: nothing is asked, the network is looked at all the same.
        unlink(bench.folder + "/state/api-key")
        try bench.simulator.clearLog()
        found = try diagnose(bench)
        #expect(found.failing == "key")
        #expect(found.verdicts["tcp"] == "ok")
        #expect(try bench.simulator.log().isEmpty)
        // The database is none.
        TextFile.write(
            String(repeating: "no database ", count: 1000), to: bench.folder + "/state/windsock.db")
        found = try diagnose(bench)
        #expect(found.failing == "database")
        #expect(found.status == 74)
        // The configuration is faulty: what depends on it is not looked at.
        TextFile.write("[sync]\ncurrent_every = 10\nnonsense = 1\n", to: bench.folder + "/windsock.conf")
        found = try diagnose(bench)
        #expect(found.failing == "config")
        #expect(found.status == 78)
        #expect(found.text?.contains("windsock.conf:2:") == true)
        #expect(found.text?.contains("windsock.conf:3:") == true)
        #expect(found.verdicts["tcp"] == "skipped")
    }

    @Test func `a name that cannot be resolved fails at DNS`() throws {
        let bench = try Workbench(
            service: "api = https://no-such-host.windsock.invalid\nproxy = none\n")
        let found = try diagnose(bench)
        // Where the machine has no default route, that is the first thing to say.
        #expect(found.failing == "dns" || found.failing == "path")
        #expect(found.status == 69)
    }

    @Test func `a name that resolves nowhere in a namespace of its own has no path`() throws {
        let bench = try Workbench(service: "api = https://api.windsock.test\nproxy = none\n")
        let output = try ChildProcess.run(
            "unshare",
            ["--user", "--map-root-user", "--net", Binaries.path("windsockd"), "--diagnose", "--json"],
            environment: bench.environment)
        // Where user namespaces are forbidden, unshare says so and there is nothing to see.
        guard output.standardError.isEmpty else { return }
        let found = try found(output)
        #expect(found.failing == "path")
        #expect(found.verdicts["dns"] == "skipped")
        #expect(found.status == 69)
    }

    @Test func `check asks the daemon that runs, and looks by itself when none does`() async throws {
        let bench = try Workbench()
        let stopped = bench.windsock("check")
        #expect(stopped.status == 3)
        #expect(stopped.standardOutput.contains("\nlock       ok"))
        #expect(stopped.standardOutput.contains("\napi        ok"))
        #expect(stopped.standardOutput.contains("hint: windsockd is not running; start it with: windsockd"))
        try bench.simulator.setNetwork(up: false)
        let offline = bench.windsock("check", "--json")
        #expect(offline.status == 69)
        #expect(try found(offline).failing == "tcp")
        try bench.simulator.setNetwork(up: true)

        try await bench.startDaemon()
        let running = bench.windsock("check")
        #expect(running.status == 0)
        #expect(running.standardOutput.contains("pid "))
        // Beside a daemon nothing is asked of the service: that is the daemon's business.
        try bench.simulator.clearLog()
        let beside = try diagnose(bench)
        #expect(beside.status == 0)
        #expect(beside.verdicts["api"] == "skipped")
        #expect(try bench.simulator.log().filter { $0.path == "/geo/1.0/direct" }.isEmpty)
        bench.stopDaemon()
    }

    @Test func `a service that has asked to wait is not asked`() async throws {
        let bench = try Workbench()
        try bench.simulator.addFault(
            #"{"path":"*","times":null,"fault":{"kind":"status","status":429,"retry_after":"600"}}"#)
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("the gate is closed") {
            bench.place("Oslo")?["waiting_for"]?.string == "quota"
        }
        bench.stopDaemon()
        try bench.simulator.clearLog()
        let found = try diagnose(bench)
        #expect(found.verdicts["api"] == "skipped")
        #expect(found.status == 0)
        #expect(try bench.simulator.log().isEmpty)
    }
}
