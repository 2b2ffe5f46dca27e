import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// What work costs: wake-ups, bytes and threads for so many calls, never time.
@Suite(.serialized) struct ThriftTests {
    private static let places = 1000

    private static func importPlaces(_ count: Int, into bench: Workbench) {
        let lines = (0..<count).map { "Place \($0),\(Double($0 % 1600) / 10 - 80),\($0 / 1600)" }
        let file = "name,latitude,longitude\n" + lines.joined(separator: "\n") + "\n"
        #expect(bench.windsock("import", "-", input: file).status == 0)
    }

    private static func setKey(_ bench: Workbench) {
        #expect(bench.windsock("key", "set", input: Workbench.canary + "\n").status == 0)
    }

    @Test func `a thousand calls at once take a few hundred wake-ups, and their memory is given back`()
        async throws
    {
        let bench = try Workbench(
            settings: """
                calls_per_minute = 100000
                [sync]
                current_every = 1h
                forecast_every = off
                air_every = off
                [reachability]
                probe_every = 1h

                """, key: nil)
        try await bench.startDaemon()
        guard let daemon = bench.daemon else { return }
        Self.importPlaces(Self.places, into: bench)
        try await bench.until("online") { bench.reachability == "online" }
        try await ProcessFacts.untilAtRest(daemon.identifier)
        let before = (ProcessFacts.sleeps(daemon.identifier), ProcessFacts.holdings(daemon.identifier))
        Self.setKey(bench)
        let reader = try StoreReader(path: bench.folder + "/state/windsock.db")
        try await bench.until("all are stored") { try reader.counts().observations == Self.places }
        let after = ProcessFacts.sleeps(daemon.identifier)
        // The first burst fills SQLite's cache; what it and all later ones took of curl goes back a second after the end.
        var calm = ProcessFacts.holdings(daemon.identifier)
        for _ in 0..<100 where calm.anonymousKilobytes - before.1.anonymousKilobytes > 2048 {
            try await Task.sleep(for: .milliseconds(100))
            calm = ProcessFacts.holdings(daemon.identifier)
        }
        #expect(try bench.calls().count == Self.places)
        // A call that waits for its own commit takes three.
        #expect(after - before.0 <= Self.places)
        #expect(calm.anonymousKilobytes - before.1.anonymousKilobytes <= 2048)
        #expect(calm.threads == ["windsock-store", "windsockd"])
        Figures.print(
            "\(Self.places) calls at once", "\(after - before.0) wake-ups", "before \(before.1)",
            "after \(calm)")
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `online and quiet, a probe takes at most ten wake-ups`() async throws {
        let bench = try Workbench(
            settings: "[sync]\ncurrent_every = 1h\nforecast_every = off\nair_every = off\n")
        try await bench.startDaemon()
        guard let daemon = bench.daemon else { return }
        Self.importPlaces(10, into: bench)
        try await bench.until("all are fresh") { bench.freshCount == 10 }
        // The file of the status is written once more, a second after the last change.
        try await Task.sleep(for: .seconds(3))
        let before = ProcessFacts.sleeps(daemon.identifier)
        // Ten probes, one every second.
        try await Task.sleep(for: .seconds(10))
        let switches = ProcessFacts.sleeps(daemon.identifier) - before
        #expect(switches > 0, "nothing was probed")
        #expect(switches <= 11 * 10)
        #expect(try bench.calls().count == 10)
        Figures.print("online and quiet", "\(switches) wake-ups in ten seconds, with a probe in each")
        #expect(bench.stopDaemon() == 0)
    }
}
