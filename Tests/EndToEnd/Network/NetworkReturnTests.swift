import Control
import Core
import DaemonSupport
import EventLoop
import TestSupport
import Testing

/// What happens, how fast and how often, around the return of a network; one after the other, as times are recorded.
@Suite(
    .serialized,
    .enabled(
        if: ServiceNetwork.isPossible, "network namespaces take root and a kernel that permits them"))
struct NetworkReturnTests {
    @Test func `a lost link is published by its own event, and the first fetch follows its return`()
        async throws
    {
        var down: [Int64] = []
        var up: [Int64] = []
        for _ in 0..<7 {
            let station = try await FieldStation.online()
            let cut = try await station.change { try await $0.service.run("link set router0 down") }
            let offline = try await station.monitor.publication(of: .offline, since: cut)
            #expect(offline.found.reason == .noPath)
            try station.sync()
            let joined = try await station.change { try await $0.service.run("link set router0 up") }
            let online = try await station.monitor.publication(of: .online, since: joined)
            let row = try await station.monitor.row(since: joined)
            #expect(online.at < row.at)
            down.append(FieldStation.milliseconds(cut, offline.at))
            up.append(FieldStation.milliseconds(joined, row.at))
        }
        Figures.print(
            "link down to offline", "bar 300 ms", "median \(Figures.median(down)) ms", "all \(down.sorted())")
        Figures.print(
            "link up to first fresh row", "bar 150 ms", "median \(Figures.median(up)) ms",
            "all \(up.sorted())")
    }

    @Test func `without a path nothing wakes the daemon`() async throws {
        let station = try await FieldStation.online()
        let cut = try await station.change { try await $0.service.run("link set router0 down") }
        _ = try await station.monitor.publication(of: .offline, since: cut)
        guard let daemon = station.bench.daemon else { return }
        try await ProcessFacts.untilAtRest(daemon.identifier)
        let questions = station.network.questions(for: "www.windsock.test")
        let before = ProcessFacts.switches(daemon.identifier)
        try await station.pass(.seconds(5))
        #expect(!before.isEmpty)
        #expect(ProcessFacts.switches(daemon.identifier) == before, "context switches by thread")
        #expect(station.network.questions(for: "www.windsock.test") == questions)
    }

    @Test func `of a hundred places due on return one goes first, and the rest keep the pace`() async throws {
        // A burst of 5 s, then ten a second.
        let (burst, perSecond) = (50, 10)
        let station = try await FieldStation(
            ServiceNetwork(keys: [Workbench.canary]),
            settings: "calls_per_minute = \(perSecond * 60)\n[sync]\ncurrent_every = 1h\n")
        let names = (1...99).map { "Place \($0)" }
        _ = try station.control.add(
            names.enumerated().map { index, name in
                AddPlaceRequest(name: name, latitude: Double(index) / 2 - 25, longitude: Double(index))
            })
        try await station.bench.until("a hundred rows") { try station.attempts().count == 100 }

        let cut = try await station.change { try await $0.service.run("link set router0 down") }
        _ = try await station.monitor.publication(of: .offline, since: cut)
        _ = try station.control.sync([])
        // Enough for the bucket to be full again.
        try await station.pass(cut.advanced(by: .seconds(5)))
        let delay = Int64(400)
        try await station.network.addFault(
            #"{"path":"/data/2.5/weather","times":1,"fault":{"kind":"delay","milliseconds":\#(delay)}}"#)
        let joined = try await station.change { try await $0.service.run("link set router0 up") }
        try await station.bench.until("a hundred more rows") { try station.attempts().count == 200 }
        let last = LoopClock().now
        try await station.pass(.seconds(1))

        let asked = Array(try await station.network.requests().dropFirst(100))
        let times = asked.map(\.milliseconds)
        #expect(asked.count == 100)
        #expect(Set(asked.map(\.query)).count == 100, "each place once")
        // The canary's answer took that long.
        #expect(times[1] - times[0] >= delay)
        // In no stretch more than the bucket gives: counted, whatever the machine's speed.
        for first in times.indices {
            for last in first..<times.endIndex {
                let most = Double(burst) + Double(times[last] - times[first]) / 1000 * Double(perSecond)
                #expect(Double(last - first + 1) <= most + 1, "requests \(first) to \(last)")
            }
        }
        #expect(try station.attempts().allSatisfy { $0.code == nil })
        Figures.print(
            "a hundred places due on return", "the canary alone for \(times[1] - times[0]) ms",
            "all stored after \(FieldStation.milliseconds(joined, last)) ms")
    }

    @Test func `a thousand failures leave nothing behind`() async throws {
        let station = try await FieldStation.online(
            settings: "[sync]\ncurrent_every = 1s\nretry_delays = 100ms\n")
        guard let daemon = station.bench.daemon else { return }
        // The website answers, so online stands and each refused request is a failure of its own.
        try await station.network.service.shell(
            """
            nft add table inet fault
            nft add chain inet fault in "{ type filter hook input priority 0; }"
            nft add rule inet fault in ip daddr \(ServiceNetwork.apiAddress) tcp dport 443 reject with tcp reset
            """)
        let control = try station.control
        func fail(_ count: Int) async throws -> ProcessFacts.Holdings {
            try await station.bench.until("\(count) failures") {
                _ = try control.sync(["Oslo"])
                return station.monitor.failures >= count
            }
            return try await ProcessFacts.leastHoldings(daemon.identifier)
        }
        let early = try await fail(100)
        let late = try await fail(1100)
        #expect(station.bench.reachability == "online")
        #expect(late.descriptors == early.descriptors)
        #expect(late.threads == early.threads)
        #expect(late.anonymousKilobytes - early.anonymousKilobytes <= 512)
        Figures.print("a thousand failures", "before \(early)", "after \(late)")
    }
}
