import Control
import Core
import DaemonSupport
import EventLoop
import Glibc
import Store
import TestSupport
import Testing

/// kill -9 at any moment, again and again, on the same database.
@Suite struct KillTests {
    /// Places beyond which the oldest are removed again.
    private static let listLimit = 60

    /// WINDSOCK_KILLS says how often.
    @Test func `what was acknowledged before a kill is there after it`() async throws {
        let kills = Wanted.number("WINDSOCK_KILLS", else: 25)
        let bench = try Workbench(settings: "[sync]\ncurrent_every = 1s\n")
        var generator = SystemRandomNumberGenerator()
        var ledger = Ledger()
        var rows = 0
        var lost: [String] = []
        var number = 0
        for _ in 0..<kills {
            try bench.launchDaemon()
            let patience = UInt32.random(in: 0...300, using: &generator)
            // Every third dies at an arbitrary moment of its start.
            if patience % 3 == 0 {
                usleep(patience * 300)
            } else if let client = try await bench.controlWhenThere() {
                let tap = try await MonitorTap(socket: bench.folder + "/run/windsock.sock")
                let end = LoopClock().now.advanced(by: .milliseconds(Int64(patience)))
                while LoopClock().now < end {
                    if let edit = Self.edit(&number, ledger, &generator) { _ = ledger.make(edit, by: client) }
                }
                // The last edit is under way when it is killed.
                let victim = try #require(bench.daemon).identifier
                let killer = WorkerThread(name: "test-killer")
                let delay = UInt32.random(in: 0...3000, using: &generator)
                killer.submit {
                    usleep(delay)
                    kill(victim, SIGKILL)
                }
                for _ in 0..<1000 {
                    guard let edit = Self.edit(&number, ledger, &generator) else { continue }
                    if let error = ledger.make(edit, by: client), error.isDeath { break }
                }
                let stored = tap.heard.compactMap(\.storedObservation)
                rows += stored.count
                bench.stopDaemon(SIGKILL)
                lost += try Self.missing(stored, bench)
            }
            bench.stopDaemon(SIGKILL)
            // A kill within the first start leaves no database, and nothing was acknowledged.
            guard access(bench.database, F_OK) == 0 else { continue }
            lost += ledger.settle(with: try await bench.inspect())
        }
        #expect(lost.isEmpty)
        #expect(bench.setAside.isEmpty)
        #expect(ledger.acknowledged > kills && rows > 0, "it proves nothing")
        Figures.print(
            "\(kills) kills", "\(ledger.acknowledged) edits and \(rows) rows acknowledged",
            "\(lost.count) lost")
    }

    @Test func `an edit by a command that is killed is made whole or not at all`() async throws {
        let bench = try Workbench()
        try await bench.startDaemon()
        #expect(bench.stopDaemon() == 0)
        var generator = SystemRandomNumberGenerator()
        var made: [String] = []
        for number in 0..<25 {
            let command = try ChildProcess(
                Binaries.path("windsock"), ["add", "place \(number)", "--at", "\(number),1"],
                environment: bench.environment)
            usleep(UInt32.random(in: 0...12_000, using: &generator))
            let status = command.stop(SIGKILL)
            let stored = try await bench.inspect().map(\.name)
            if status == 0 { made.append("place \(number)") }
            if stored.count == made.count + 1, stored.last == "place \(number)" { made = stored }
            #expect(stored == made)
        }
        #expect(bench.setAside.isEmpty)
        // The daemon takes over what there is.
        try await bench.startDaemon()
        #expect(try bench.control.allPlaces().map(\.name) == made)
        #expect(bench.stopDaemon() == 0)
    }

    private static func edit(
        _ number: inout Int, _ ledger: Ledger, _ generator: inout SystemRandomNumberGenerator
    ) -> Ledger.Edit? {
        number += 1
        let names = ledger.names
        if names.count > listLimit, let name = names.first { return .remove(name) }
        let name = names.randomElement(using: &generator)
        switch (UInt8.random(in: 0..<8, using: &generator), name) {
        case (0, .some(let name)): return .rename(name, to: "renamed \(number)")
        case (1, .some(let name)): return .pause(name, Bool.random(using: &generator))
        case (2, .some(let name)): return .remove(name)
        default:
            return .add(
                "place \(number)", latitude: Double(number % 160 - 80), longitude: Double(number % 340 - 170))
        }
    }

    /// Observations that were reported as stored and are not, though their place is still there.
    private static func missing(_ stored: [PlaceID], _ bench: Workbench) throws -> [String] {
        let reader = try StoreReader(path: bench.database)
        let places = Set(try reader.places().map(\.id))
        var lost: [String] = []
        for (place, events) in Dictionary(grouping: stored, by: { $0 }) where places.contains(place) {
            // One row may have been there before: what was reported is new.
            if try reader.observations(of: place).count < events.count {
                lost.append("weather of \(place.rawValue)")
            }
        }
        return lost
    }
}

extension ControlClientError {
    /// Nobody answers any more.
    var isDeath: Bool {
        if case .refused = self { return false }
        return true
    }
}

extension MonitorTap.Heard {
    /// The place whose observation the daemon said it has stored.
    var storedObservation: PlaceID? {
        guard case .attempt(let report) = content, report.record.outcome == "stored",
            report.record.kind == WeatherKind.current.rawValue
        else { return nil }
        return report.record.place
    }
}
