import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

/// A wall clock that is wrong, and one that jumps: stamps change, schedules do not.
@Suite struct ClockTests {
    private static let day: Int64 = 86_400
    /// An hour, and what the times of a list are spread by.
    private static let interval: Int64 = 4500

    private func bench() throws -> Workbench {
        try Workbench(settings: "[sync]\ncurrent_every = 1h\nforecast_every = off\nair_every = off\n")
    }

    @Test(arguments: [("1970", -Int64(time(nil)) + 3600), ("ten years ahead", 3650 * day)])
    func `a start with a wrong clock fetches once and stores the server's time`(
        name: String, offset: Int64
    ) async throws {
        let bench = try bench()
        let faults = try Faults(below: bench.state)
        faults.clockOffset = offset
        let before = Int64(time(nil))
        try await bench.startDaemon(environment: faults.environment)
        _ = try bench.control.add(AddPlaceRequest(name: "Oslo", latitude: 59.91, longitude: 10.75))
        try await bench.until("it has weather") { try bench.stored("Oslo").count == 1 }
        let row = try #require(try bench.stored("Oslo").first)
        #expect(row.fetchedAt.seconds >= before - 1 && row.fetchedAt.seconds <= Int64(time(nil)) + 1)
        #expect(bench.log.contains("this clock is"))
        let reported = try #require(try bench.control.status().daemon.clockOffset)
        #expect(abs(Double(reported) - Double(offset)) < 5)
        // The right time comes: nothing is fetched for it, and the next turn is no further away.
        faults.clockOffset = 0
        try await Self.settle(bench)
        #expect(try bench.calls().count == 1)
        #expect(try Self.wait(bench) <= Self.interval)
        #expect(bench.stopDaemon() == 0)
        // Nor by a restart, whatever was written down as the next turn.
        try await bench.startDaemon()
        try await Self.settle(bench)
        #expect(try bench.calls().count <= 2, "one for a next turn that had seemed past")
        #expect(try Self.wait(bench) <= Self.interval)
        #expect(bench.stopDaemon() == 0)
        #expect(try await bench.inspect().count == 1)
    }

    @Test func `a clock that is set back a day moves no schedule, also over a restart`() async throws {
        let bench = try bench()
        let faults = try Faults(below: bench.state)
        try await bench.startDaemon(environment: faults.environment)
        _ = try bench.control.add(AddPlaceRequest(name: "Oslo", latitude: 59.91, longitude: 10.75))
        try await bench.until("it has weather") { try bench.stored("Oslo").count == 1 }
        faults.clockOffset = -Self.day
        try await Self.settle(bench)
        #expect(try bench.calls().count == 1)
        #expect(try Self.wait(bench, clock: -Self.day) <= Self.interval)
        #expect(bench.stopDaemon() == 0)
        try await bench.startDaemon(environment: faults.environment)
        try await Self.settle(bench)
        #expect(try bench.calls().count == 1)
        #expect(try Self.wait(bench, clock: -Self.day) <= Self.interval)
        // A row from tomorrow does not stand in the way of today's.
        try await bench.until("it is fetched when it is asked for") {
            _ = try bench.control.sync(["Oslo"])
            return try bench.calls().count == 2
        }
        #expect(bench.stopDaemon() == 0)
    }

    /// A verdict and a pass of everything that was due.
    private static func settle(_ bench: Workbench) async throws {
        try await bench.until("online is published") { bench.reachability == "online" }
        _ = try bench.control.probe()
    }

    /// Seconds until the place's next turn.
    private static func wait(_ bench: Workbench, clock offset: Int64 = 0) throws -> Int64 {
        let next = try #require(try bench.control.allPlaces().first?.nextAttemptAt)
        return next.seconds - Int64(time(nil)) - offset
    }
}
