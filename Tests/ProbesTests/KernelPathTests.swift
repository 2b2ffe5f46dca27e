import Core
import EventLoop
import Probes
import TestSupport
import Testing
import Transfer

/// A real kernel, in a network namespace that is changed with ip(8).
@Suite(
    .enabled(if: NetworkNamespace.isPossible, "needs root for network namespaces"), .timeLimit(.minutes(1)))
struct KernelPathTests {
    static let cable = """
        link add eth0 type veth peer name peer0
        link set peer0 up
        link set eth0 up
        address add 192.0.2.7/24 dev eth0
        route add default via 192.0.2.1
        """
    static let wired = PathRoute(
        destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1", source: "192.0.2.7")

    @Test func `the path follows carrier, interface, address and route`() async throws {
        let namespace = try NetworkNamespace()
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            let first = await readings.next(isolation: #isolation)
            #expect(first == PathReading(snapshot: .none, source: .netlink))

            try await namespace.run(Self.cable)
            await path.awaits(&readings, [Self.wired])
            // The peer's carrier is ours; the route stays where it is.
            try await namespace.run("link set peer0 down")
            await path.awaits(&readings, [])
            try await namespace.run("link set peer0 up")
            await path.awaits(&readings, [Self.wired])
            // IPv4 routes go with the interface, and nobody is told.
            try await namespace.run("link set eth0 down")
            await path.awaits(&readings, [])
            try await namespace.run("link set eth0 up\nroute add default via 192.0.2.1 metric 50")
            await path.awaits(&readings, [Self.wired])
            try await namespace.run("route replace default via 192.0.2.254 metric 50")
            await path.awaits(&readings) { $0.routes.map(\.gateway) == ["192.0.2.254"] }
            try await namespace.run("route del default metric 50")
            await path.awaits(&readings, [])
        }
    }

    @Test func `an address that is taken away takes the routes that use it along`() async throws {
        let namespace = try NetworkNamespace()
        try await namespace.run(Self.cable)
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            await path.awaits(&readings, [Self.wired])
            try await namespace.run("address del 192.0.2.7/24 dev eth0")
            await path.awaits(&readings, [])
        }
    }

    @Test func `what does not lead to the target is not published`() async throws {
        let namespace = try NetworkNamespace()
        try await namespace.run(Self.cable)
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            await path.awaits(&readings, [Self.wired])
            try await namespace.run(
                """
                link add docker0 type bridge
                link set docker0 up
                address add 172.17.0.1/16 dev docker0
                link add veth1 type veth peer name veth2
                link set veth1 up
                link set veth2 up
                link del veth1
                address change 192.0.2.7/24 dev eth0 valid_lft 3600 preferred_lft 3600
                route add 198.51.100.0/24 via 192.0.2.9
                route add default via 192.0.2.99 metric 700
                link del docker0
                route del default via 192.0.2.1
                """)
            // The next reading is that of the last line: nothing in between was one.
            let next = await readings.next(isolation: #isolation)
            #expect(next?.snapshot.routes.map(\.gateway) == ["192.0.2.99"])
        }
    }

    @Test func `without a default route a route to the target is a path`() async throws {
        let namespace = try NetworkNamespace()
        try await namespace.run(
            """
            link add eth0 type veth peer name peer0
            link set peer0 up
            link set eth0 up
            address add 192.0.2.7/24 dev eth0
            """)
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            let first = await readings.next(isolation: #isolation)
            #expect(first?.snapshot == PathSnapshot.none)
            path.destinations = ["203.0.113.5", "127.0.0.1"].compactMap { ResolvedAddress(literal: $0) }
            let local = PathRoute(
                destination: "127.0.0.1", family: .ipv4, interface: "lo", source: "127.0.0.1")
            await path.awaits(&readings, [local])
            try await namespace.run("route add 203.0.113.0/24 via 192.0.2.1")
            await path.awaits(&readings) { $0.routes.contains { $0.destination == "203.0.113.5" } }
            path.refresh()
            try await namespace.run("route del 203.0.113.0/24")
            await path.awaits(&readings, [local])
        }
    }

    @Test func `of a multipath route the hop with carrier is a path`() async throws {
        let namespace = try NetworkNamespace()
        try await namespace.run(
            """
            link add eth0 type veth peer name peer0
            link add eth1 type veth peer name peer1
            link set peer0 up
            link set peer1 up
            link set eth0 up
            link set eth1 up
            address add 192.0.2.7/24 dev eth0
            address add 198.51.100.9/24 dev eth1
            route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1
            """)
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            await path.awaits(&readings) { $0.routes.map(\.interface) == ["eth0", "eth1"] }
            try await namespace.run("link set peer0 down")
            await path.awaits(&readings) { $0.routes.map(\.interface) == ["eth1"] }
            try await namespace.run("route del default")
            await path.awaits(&readings, [])
        }
    }

    @Test func `IPv6 alone is a path`() async throws {
        let namespace = try NetworkNamespace()
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        try await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            try await namespace.run(
                """
                link add eth0 type veth peer name peer0
                link set peer0 up
                link set eth0 up
                address add 2001:db8::7/64 dev eth0 nodad
                route add default via 2001:db8::1
                """)
            let expected = PathRoute(
                destination: "default", family: .ipv6, interface: "eth0", gateway: "2001:db8::1",
                source: "2001:db8::7")
            await path.awaits(&readings, [expected])
        }
    }

    @Test func `after more changes than the socket holds the truth is asked for again`() async throws {
        let namespace = try NetworkNamespace()
        try await namespace.run(Self.cable)
        let sockets = await namespace.enter { KernelPath.Sockets.open() }
        // Some megabytes of messages that nobody reads.
        let flood = (0..<20_000).map { "route add 10.\($0 / 250).\($0 % 250).0/24 via 192.0.2.1" }
        try await namespace.run(flood.joined(separator: "\n"))
        try await namespace.run("route replace default via 192.0.2.77")
        await onLoop {
            let path = KernelPath(sockets)
            var readings = path.readings().makeAsyncIterator()
            await path.awaits(&readings) { $0.routes.map(\.gateway) == ["192.0.2.77"] }
        }
    }
}

@Suite struct PollingPathTests {
    @Test func `where netlink is refused proc is read, and the reading says why`() async {
        let reading = await onLoop {
            let path = KernelPath(KernelPath.Sockets(subscribed: -1, questions: -1, refusal: 1))
            path.destinations = ["127.0.0.1"].compactMap { ResolvedAddress(literal: $0) }
            var readings = path.readings().makeAsyncIterator()
            return await readings.next(isolation: #isolation)
        }
        #expect(reading?.source == .polling(errno: 1))
        #expect(reading?.snapshot.routes.contains { $0.interface == "lo" } == true)
    }

    @Test func `the tables of proc are read as they are written`() throws {
        let ipv4 = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            wlan0\t00000000\t016433C6\t0003\t0\t0\t600\t00000000\t0\t0\t0
            eth0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
            """
        let zeros = String(repeating: "0", count: 32)
        let router = "fe80" + String(repeating: "0", count: 27) + "1"
        let ipv6 = """
            \(zeros) 00 \(zeros) 00 \(router) 00000400 00000001 00000000 00000003     eth0
            \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
            garbage
            """
        let routes = ProcRoutes(ipv4: ipv4, ipv6: ipv6, hasCarrier: { _ in true })
        #expect(
            routes.snapshot([]).routes == [
                PathRoute(destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1"),
                PathRoute(destination: "default", family: .ipv6, interface: "eth0", gateway: "fe80::1"),
            ])
        let wireless = ProcRoutes(ipv4: ipv4, ipv6: ipv6, hasCarrier: { $0 == "wlan0" })
        #expect(wireless.snapshot([]).routes.map(\.interface) == ["wlan0"])
    }
}

extension KernelPath {
    /// Consumes readings until one has these routes.
    func awaits(_ readings: inout AsyncStream<PathReading>.Iterator, _ routes: [PathRoute]) async {
        await awaits(&readings) { $0 == PathSnapshot(routes: routes) }
    }

    func awaits(
        _ readings: inout AsyncStream<PathReading>.Iterator, _ isExpected: (PathSnapshot) -> Bool
    ) async {
        while let reading = await readings.next(isolation: #isolation) {
            if isExpected(reading.snapshot) { return }
        }
        Issue.record("the readings ended")
    }
}
