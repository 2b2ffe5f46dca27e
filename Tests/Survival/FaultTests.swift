import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// A disk that fails at the Nth call that writes, for every N of a whole run: start, edits, fetches, end.
@Suite(.serialized) struct FaultTests {
    /// What one run came to.
    private struct Run {
        var calls = 0
        var failures = 0
        var acknowledged = 0
        var refused = 0
        /// The exit code of a daemon that did not start.
        var refusal: Int32?
        var findings: [String] = []
    }

    /// WINDSOCK_FAULTS is how many calls are passed over between two that fail, less one: 1 tries them all.
    @Test(arguments: Faults.Kind.allCases)
    func `one call that fails costs nothing that was acknowledged`(kind: Faults.Kind) async throws {
        let simulator = try SimulatorProcess(keys: [Workbench.canary])
        let whole = try await run(simulator, kind, at: 0)
        #expect(whole.findings.isEmpty)
        #expect(whole.refused == 0 && whole.acknowledged == Self.edits.count)
        let stride = Wanted.number("WINDSOCK_FAULTS", else: max(1, whole.calls / 8))
        var (runs, failures, refused, refusals) = (0, 0, 0, 0)
        var findings: [String] = []
        // Beyond the calls of the first run, as no two are quite the same.
        for number in Swift.stride(from: 1, through: whole.calls, by: stride) {
            let run = try await run(simulator, kind, at: number)
            runs += 1
            failures += run.failures
            refused += run.refused
            if run.refusal != nil { refusals += 1 }
            findings += run.findings.map { "\(kind) at \(number): \($0)" }
        }
        #expect(findings.isEmpty)
        #expect(failures > 0, "it proves nothing")
        Figures.print(
            "\(kind.rawValue): \(runs) runs over \(whole.calls) calls", "\(failures) failed",
            "\(refused) edits refused", "\(refusals) starts refused", "\(findings.count) findings")
    }

    @Test(arguments: [Faults.Kind.full, .failing, .sync])
    func `a disk that stays away stops neither status nor fetching, and gets what was kept`(
        kind: Faults.Kind
    ) async throws {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
        // The first start makes the database.
        try await bench.startDaemon()
        #expect(bench.stopDaemon() == 0)
        let faults = try Faults(kind, below: bench.state, at: 60, isLasting: true)
        try await bench.startDaemon(environment: faults.environment)
        let client = try bench.control
        for number in 0..<40 {
            _ = try? client.add(
                AddPlaceRequest(name: "place \(number)", latitude: Double(number), longitude: 1))
        }
        try await bench.until("the disk is seen to fail") {
            bench.storage == (kind == .full ? .full : .failing)
        }
        let places = try client.allPlaces().map(\.name)
        #expect(!places.isEmpty)
        // An edit is refused and changes nothing.
        #expect(throws: ControlClientError.self) {
            _ = try client.add(AddPlaceRequest(name: "late", latitude: 1, longitude: 2))
        }
        #expect(try client.allPlaces().map(\.name) == places)
        let before = try bench.calls().count
        try await bench.until("fetching goes on") { try bench.calls().count > before + 2 * places.count }
        try await bench.until("the newest values are shown") {
            try client.allPlaces().allSatisfy { $0.current != nil }
        }
        #expect(bench.logLines("cannot be stored") == 1)
        faults.end()
        try await bench.until("the disk is seen to be well") { bench.storage == .ok }
        #expect(bench.logLines("takes what is fetched again") == 1)
        #expect(bench.freshCount == places.count)
        #expect(bench.stopDaemon() == 0)
        #expect(try await bench.inspect().map(\.name) == places)
        let reader = try StoreReader(path: bench.database)
        for place in try reader.places() {
            #expect(try reader.observations(of: place.id).count >= 1, "\(place.name)")
        }
    }

    private static let edits: [Ledger.Edit] = [
        .add("Oslo", latitude: 59.91, longitude: 10.75), .add("Lisbon", latitude: 38.72, longitude: -9.14),
        .add("Riga", latitude: 56.95, longitude: 24.11), .rename("Riga", to: "Tallinn"),
        .pause("Lisbon", true), .remove("Lisbon"),
    ]

    private func run(_ simulator: SimulatorProcess, _ kind: Faults.Kind, at number: Int) async throws -> Run {
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n", simulator: simulator)
        try simulator.clearLog()
        let faults = try Faults(kind, below: bench.state, at: number)
        var run = Run()
        var ledger = Ledger()
        try bench.launchDaemon(environment: faults.environment)
        if let client = try await bench.controlWhenThere() {
            for edit in Self.edits where ledger.make(edit, by: client) != nil { run.refused += 1 }
            let active = ledger.names.count
            try await bench.until("fetching goes on") {
                try bench.daemon?.isRunning != true || bench.calls().count >= active
            }
            let status = bench.stopDaemon()
            if status != 0, !(kind == .death && status == 137) { run.findings.append("exit code \(status)") }
        } else {
            run.refusal = bench.stopDaemon()
            // I/O, cannot create, not permitted; it says what and why.
            if kind != .death, ![73, 74, 77].contains(run.refusal) || bench.log.isEmpty {
                run.findings.append("exit code \(run.refusal ?? -1): \(bench.log)")
            }
        }
        run.calls = faults.calls
        run.failures = faults.failures
        run.acknowledged = ledger.acknowledged
        run.findings += ledger.settle(with: try await bench.inspect("\(kind) at \(number)"))
        let reader = try StoreReader(path: bench.database)
        // What the journal says was stored is.
        let listed = Set(try reader.places().map(\.id))
        for attempt in try reader.attempts(limit: 1000) where attempt.outcome == "stored" {
            guard attempt.kind == WeatherKind.current.rawValue, let place = attempt.place,
                listed.contains(place)
            else { continue }
            if try reader.observations(of: place).isEmpty { run.findings.append("weather of \(place)") }
        }
        return run
    }
}
