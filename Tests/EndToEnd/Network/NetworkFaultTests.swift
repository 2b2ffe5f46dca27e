import Control
import Core
import DaemonSupport
import EventLoop
import TestSupport
import Testing

/// The real daemon on a network that fails in each way there is.
@Suite(
    .enabled(
        if: ServiceNetwork.isPossible, "network namespaces take root and a kernel that permits them"))
struct NetworkFaultTests {
    /// How long the network stays broken after that has been published.
    private static let outage = Duration.seconds(3)

    @Test(arguments: NetworkFault.all)
    func `nothing is asked for while the network is broken, and one fetch follows when it is back`(
        _ fault: NetworkFault
    ) async throws {
        let station = try await FieldStation.online()
        let monitor = station.monitor

        // The next probe is a second away, so that the request below meets the fault and no suspicion.
        _ = try station.control.probe()
        let struck = try await station.change(fault.strike)
        try station.sync()
        let offline = try await monitor.publication(of: .offline, since: struck)
        #expect(offline.found.reason == fault.reason)
        let before = try await station.network.requests().count

        // What is due now waits for online, however often it is asked for.
        try await station.pass(offline.at.advanced(by: NetworkFaultTests.outage))
        try station.sync()
        let waiting = station.bench.place("Oslo")
        #expect(waiting?["waiting_for"]?.string == "online" || waiting?["waiting_for"] == .null)
        if let code = fault.code {
            _ = try await monitor.attempt("the request fails", since: struck) { $0.code == code }
        }
        #expect(try await station.network.requests().count == before)

        let questions = station.network.questions(for: "www.windsock.test")
        let healed = try await station.change(fault.heal)
        let online = try await monitor.publication(of: .online, since: healed)
        let probes = station.network.questions(for: "www.windsock.test") - questions
        let row = try await monitor.row(since: healed)
        // Time enough for what a dead connection may still have to say.
        try await station.pass(.seconds(3))
        #expect(try await station.network.requests().count == before + 1)
        if fault.name == "all dropped" { #expect(probes <= 1, "the first probe that could succeed did") }

        let failures = try station.attempts().filter { $0.code != nil }
        #expect(failures.compactMap(\.code) == (fault.code.map { [$0] } ?? []), "\(failures)")
        #expect(failures.allSatisfy { $0.decision == "wait_online" || $0.code == -1202 })
        let published = try station.publications()
        #expect(published.map(\.state) == [.online, .offline, .online])
        #expect(published.map(\.reason) == [.none, fault.reason, .none])
        #expect(station.logLines("offline after").count == 1)
        #expect(station.logLines("online after").count == 1)
        #expect(station.logLines("still offline").isEmpty)
        #expect(station.bench.stopDaemon() == 0)
        Figures.print(
            fault.name, "offline(\(fault.reason.rawValue))",
            "published after \(FieldStation.milliseconds(struck, offline.at)) ms",
            "back online after \(FieldStation.milliseconds(healed, online.at)) ms",
            "first row after \(FieldStation.milliseconds(healed, row.at)) ms")
    }

    @Test func `an address that changes under HTTP/2 costs nothing but new connections`() async throws {
        let station = try await FieldStation.online()
        let before = try await station.network.requests().count
        let changed = try await station.change {
            try await $0.client.run(
                """
                address del \(ServiceNetwork.clientAddress)/24 dev field0
                address add 10.77.0.3/24 dev field0
                route replace default via \(ServiceNetwork.routerAddress)
                """)
        }
        try station.sync()
        let row = try await station.monitor.row(since: changed)
        try await station.pass(.seconds(3))
        #expect(try await station.network.requests().count == before + 1)
        // The pooled connection did not have to be found dead.
        #expect(row.found.attempt == 1)
        #expect(try station.attempts().filter { $0.code != nil }.isEmpty)
        let published = try station.publications()
        #expect(published.map(\.state) == [.online])
        #expect(station.bench.status["reachability"]?["generation"]?.integer ?? 0 >= 2)
        #expect(station.logLines("offline").isEmpty)
        Figures.print(
            "address change", "online throughout",
            "first row after \(FieldStation.milliseconds(changed, row.at)) ms")
    }

    @Test func `a daemon that starts before the network waits for it and then needs nothing else`()
        async throws
    {
        let network = try await ServiceNetwork(keys: [Workbench.canary], isConnected: false)
        let station = try await FieldStation(network)
        try await station.bench.until("offline") { station.bench.reachability == "offline" }
        #expect(station.bench.status["reachability"]?["reason"]?.string == "no_path")
        #expect(station.bench.place("Oslo")?["waiting_for"]?.string == "online")
        let connected = try await station.change { try await $0.connect() }
        let online = try await station.monitor.publication(of: .online, since: connected)
        let row = try await station.monitor.row(since: connected)
        #expect(row.found.attempt == 1)
        try await station.pass(.seconds(1))
        #expect(try await network.requests().count == 1)
        #expect(try station.attempts().filter { $0.code != nil }.isEmpty)
        #expect(try station.publications().map(\.state) == [.offline, .online])
        #expect(station.logLines("online after").count == 1)
        Figures.print(
            "start before the network", "offline(no_path)",
            "online after \(FieldStation.milliseconds(connected, online.at)) ms",
            "first row after \(FieldStation.milliseconds(connected, row.at)) ms")
    }
}
