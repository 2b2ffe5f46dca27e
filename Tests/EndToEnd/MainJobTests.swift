import Core
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// The user's day, with the real binaries and a stand-in for the service.
@Suite struct MainJobTests {
    @Test func `three cities are added by name, fetched, kept through a lost network and fetched again`()
        async throws
    {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 2s\n")
        try await bench.startDaemon()
        for city in ["Oslo", "Lisbon", "Tallinn"] {
            let added = bench.windsock("add", city)
            #expect(added.status == 0, "\(added)")
        }
        try await bench.until("three cities have weather") { bench.freshCount == 3 }
        #expect(bench.windsock("online").status == 0)

        try bench.simulator.setNetwork(up: false)
        try await bench.until("offline is noticed") { bench.windsock("online").status == 1 }
        let offline = bench.status
        #expect(offline["reachability"]?["reason"]?.string == "connect")
        #expect(offline["places"]?.array?.allSatisfy { $0["waiting_for"]?.string == "online" } == true)
        // The stored values are still shown.
        #expect(bench.freshCount == 3)
        let callsBefore = try bench.calls().count

        try bench.simulator.setNetwork(up: true)
        try await bench.until("the waiting fetches go out by themselves") {
            try bench.calls().count >= callsBefore + 3
        }
        try await bench.until("online is published") { bench.windsock("online").status == 0 }
        let attempts = try bench.attempts()
        #expect(attempts.filter { $0.code == -1009 }.allSatisfy { $0.decision == "wait_online" })
        // One line each way.
        #expect(
            bench.log.split(separator: "\n").filter { $0.contains("offline") && !$0.contains("still") }.count
                == 1)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `a failing place never stops another, and is tried five times`() async throws {
        let bench = try Workbench(
            settings:
                "[sync]\nretry_delays = 100ms, 100ms, 100ms, 100ms\nforecast_every = off\nair_every = off\n")
        try bench.simulator.addFault(
            #"{"path":"/data/2.5/weather","match":"lat=59.91","times":null,"fault":{"kind":"status","status":503}}"#
        )
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        #expect(bench.windsock("add", "Lisbon", "--at", "38.72,-9.14").status == 0)
        try await bench.until("Lisbon has weather") {
            bench.place("Lisbon")?["current"]?["temperature_c"]?.number != nil
        }
        try await bench.until("Oslo is given up until its next turn") {
            try bench.attempts().contains { $0.decision == "give_up" }
        }
        let oslo = try bench.attempts().filter { $0.outcome == "unavailable" }
        #expect(oslo.map(\.attempt).sorted() == [1, 2, 3, 4, 5])
        #expect(bench.place("Oslo")?["last_failure"]?["http_status"]?.integer == 503)
    }

    @Test func `a refused key parks the account, and a new key releases it at once`() async throws {
        let bench = try Workbench(key: "wrong0123456789")
        try await bench.startDaemon()
        for (name, position) in [
            ("Oslo", "59.91,10.75"), ("Lisbon", "38.72,-9.14"), ("Tallinn", "59.44,24.75"),
        ] {
            #expect(bench.windsock("add", name, "--at", position).status == 0)
        }
        try await bench.until("the refusal is shown") { bench.status["key"]?["state"]?.string == "refused" }
        // The whole account waits: one call was enough to learn it.
        #expect(try bench.simulator.log().filter { !$0.keyIsValid }.count == 1)
        #expect(bench.place("Lisbon")?["waiting_for"]?.string == "key")
        let set = bench.windsock("key", "set", input: Workbench.canary + "\n")
        #expect(set.status == 0, "\(set)")
        try await bench.until("all have weather") { bench.freshCount == 3 }
        #expect(bench.status["key"]?["state"]?.string == "ok")
        // It did not take the canary, which would have gone out a minute after the refusal.
        #expect(try bench.attempts().filter { $0.outcome == "key_refused" }.count == 1)
    }

    @Test func `404 touches one place, 429 closes the gate for all`() async throws {
        let bench = try Workbench(settings: "[sync]\nforecast_every = off\nair_every = off\n")
        try bench.simulator.addFault(
            #"{"path":"/data/2.5/weather","match":"lat=59.91","times":null,"fault":{"kind":"status","status":404}}"#
        )
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Nowhere", "--at", "59.91,10.75").status == 0)
        #expect(bench.windsock("add", "Lisbon", "--at", "38.72,-9.14").status == 0)
        try await bench.until("Nowhere is flagged") {
            bench.place("Nowhere")?["status"]?.string == "not_found"
        }
        try await bench.until("Lisbon has weather") {
            bench.place("Lisbon")?["current"]?["temperature_c"]?.number != nil
        }

        try bench.simulator.addFault(
            #"{"path":"/data/2.5/","times":null,"fault":{"kind":"status","status":429,"retry_after":"120"}}"#)
        #expect(bench.windsock("add", "Tallinn", "--at", "59.44,24.75").status == 0)
        try await bench.until("the gate is closed") {
            bench.status["budget"]?["blocked_until_epoch"]?.integer != nil
        }
        let before = try bench.simulator.log().count
        #expect(bench.windsock("add", "Riga", "--at", "56.95,24.11").status == 0)
        #expect(bench.place("Riga")?["waiting_for"]?.string == "quota")
        #expect(try bench.simulator.log().count == before)
    }

    @Test func `without network, key and list the daemon is up and says what it waits for`() async throws {
        let bench = try Workbench(key: nil)
        try bench.simulator.setNetwork(up: false)
        try await bench.startDaemon()
        try await bench.until("a verdict") { bench.reachability == "offline" }
        #expect(bench.status["key"]?["state"]?.string == "missing")
        #expect(bench.windsock("status").standardOutput.contains("no places yet"))
        #expect(bench.windsock("add", "Oslo").status == 0)
        #expect(bench.place("Oslo")?["status"]?.string == "pending")
        #expect(bench.place("Oslo")?["waiting_for"]?.string == "online")
        try bench.simulator.setNetwork(up: true)
        try await bench.until("online") { bench.reachability == "online" }
        #expect(bench.place("Oslo")?["waiting_for"]?.string == "key")
        #expect(bench.windsock("key", "set", input: Workbench.canary).status == 0)
        try await bench.until("the pending place is found and fetched") { bench.freshCount == 1 }
        #expect(bench.place("Oslo")?["status"]?.string == "active")
    }

    @Test func `the list is edited and read without the daemon`() async throws {
        let bench = try Workbench()
        #expect(bench.windsock("status").status == 3)
        #expect(bench.windsock("add", "Oslo").status == 3)
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo").status == 0)
        try await bench.until("weather") { bench.freshCount == 1 }
        #expect(bench.stopDaemon() == 0)
        let stored = bench.windsock("status")
        #expect(stored.status == 3)
        #expect(stored.standardOutput.contains("°C"))
        #expect(bench.windsock("add", "Lisbon", "--at", "38.72,-9.14").status == 0)
        #expect(bench.windsock("remove", "Oslo").status == 0)
        try await bench.startDaemon()
        try await bench.until("the new place is fetched") {
            bench.place("Lisbon")?["current"]?["temperature_c"]?.number != nil
        }
        #expect(bench.place("Oslo") == nil)
    }

    @Test func `the key is in no output, log, error, row or file but its own`() async throws {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\nretry_delays = 100ms\n", key: nil)
        try bench.simulator.addFault(
            #"{"path":"/data/2.5/air_pollution","times":3,"fault":{"kind":"garbage"}}"#)
        try bench.simulator.addFault(
            #"{"path":"/data/2.5/forecast","times":2,"fault":{"kind":"body","body":"{\"cod\":\"400\",\"message\":\"appid=\#(Workbench.canary) is odd\"}","content_type":"application/json"}}"#
        )
        try bench.simulator.addFault(#"{"path":"/data/2.5/weather","times":2,"fault":{"kind":"reset"}}"#)
        try await bench.startDaemon()
        _ = bench.windsock("key", "set", input: Workbench.canary)
        _ = bench.windsock("key", "set", Workbench.canary)
        _ = bench.windsock("key", "status")
        _ = bench.windsock("key", "status", "--json")
        _ = bench.windsock("add", "Oslo")
        _ = bench.windsock("add", "Lisbon")
        try await bench.until("both have weather") { bench.freshCount == 2 }
        for verb in ["status", "list", "attempts", "check", "outages", "show"] {
            _ = verb == "show" ? bench.windsock(verb, "Oslo") : bench.windsock(verb)
            _ = verb == "show" ? bench.windsock(verb, "Oslo", "--json") : bench.windsock(verb, "--json")
        }
        let commandLine = bench.daemon.map { TextFile.read("/proc/\($0.identifier)/cmdline") } ?? ""
        #expect(bench.stopDaemon() == 0)
        let mentioned = bench.transcript.split(separator: "\n").filter { $0.contains(Workbench.canary) }
        #expect(mentioned.isEmpty, "\(mentioned)")
        #expect(!commandLine.contains(Workbench.canary))
        let files = try ChildProcess.run("grep", ["-rlaF", Workbench.canary, bench.folder])
        #expect(files.standardOutput == bench.folder + "/state/api-key\n")
    }
}
