import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// What work costs: wake-ups, bytes and threads for so many calls, never time.
@Suite struct ThriftTests {
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
        // This server does not multiplex, and the plan is a fast one: more than the four connections of an ordinary plan.
        #expect(calm.descriptors > before.1.descriptors + 4)
        #expect(calm.threads == ["windsock-store", "windsockd"])
        Figures.print(
            "\(Self.places) calls at once", "\(after - before.0) wake-ups", "before \(before.1)",
            "after \(calm)")
        #expect(bench.stopDaemon() == 0)
    }
}
