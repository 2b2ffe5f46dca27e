import Core
import Probes
import Testing
import Transfer

@Suite struct KernelTablesTests {
    // IFF_UP, IFF_RUNNING, IFF_LOWER_UP
    static let usable: UInt32 = 0x1 | 0x40 | 0x10000
    static let withoutCarrier: UInt32 = 0x1

    /// A machine with a wired and a wireless interface, both up, the wired one with a default route.
    static func machine() -> KernelTables {
        var tables = KernelTables()
        tables.take(
            .link(KernelLink(index: 1, name: "lo", flags: usable)),
            .link(KernelLink(index: 2, name: "eth0", flags: usable)),
            .link(KernelLink(index: 3, name: "wlan0", flags: usable)), .address(2, "192.0.2.7"),
            .address(3, "198.51.100.9"), .route(.to(2, "192.0.2.1", metric: 100)))
        return tables
    }

    static let wired = PathRoute(
        destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1", source: "192.0.2.7")
    static let wireless = PathRoute(
        destination: "default", family: .ipv4, interface: "wlan0", gateway: "198.51.100.1",
        source: "198.51.100.9")

    @Test func `a default route over a link with carrier is a path`() {
        #expect(Self.machine().snapshot().routes == [Self.wired])
    }

    @Test func `carrier loss leaves the route standing and makes it unusable`() {
        var tables = Self.machine()
        let mustDump = tables.apply(.link(KernelLink(index: 2, name: "eth0", flags: Self.withoutCarrier)))
        #expect(!mustDump && !tables.snapshot().isUsable)
        tables.take(.link(KernelLink(index: 2, name: "eth0", flags: Self.usable)))
        #expect(tables.snapshot().routes == [Self.wired])
    }

    @Test func `an interface that goes down takes its routes with it, untold`() {
        var tables = Self.machine()
        let mustDump = tables.apply(.link(KernelLink(index: 2, name: "eth0", flags: 0)))
        #expect(mustDump)
        tables.take(.link(KernelLink(index: 2, name: "eth0", flags: Self.usable)))
        #expect(!tables.snapshot().isUsable)
    }

    @Test func `the going of an address calls for a dump only where a default route may go with it`() {
        var tables = Self.machine()
        let wired = tables.apply(.addressRemoved(.on(2, "192.0.2.7")))
        let wireless = tables.apply(.addressRemoved(.on(3, "198.51.100.9")))
        #expect(wired && !wireless)
    }

    @Test func `containers coming and going change nothing`() {
        var tables = Self.machine()
        let before = tables.snapshot()
        tables.take(
            .link(KernelLink(index: 7, name: "docker0", flags: Self.withoutCarrier)),
            .address(7, "172.17.0.1"),
            .route(KernelRoute(prefixLength: 16, interface: 7)),
            .link(KernelLink(index: 8, name: "veth1a2b", flags: Self.usable)),
            .address(8, "fe80::1", isGlobal: false),
            .link(KernelLink(index: 7, name: "docker0", flags: Self.usable)),
            .routeRemoved(KernelRoute(prefixLength: 16, interface: 7)), .linkRemoved(index: 8))
        #expect(tables.snapshot() == before)
    }

    @Test func `repeated messages and refreshed lifetimes change nothing`() {
        var tables = Self.machine()
        let before = tables.snapshot()
        tables.take(
            .link(KernelLink(index: 2, name: "eth0", flags: Self.usable)), .address(2, "192.0.2.7"),
            .route(.to(2, "192.0.2.1", metric: 100)))
        #expect(tables.snapshot() == before)
    }

    @Test func `of several default routes the best metric counts`() {
        var tables = Self.machine()
        tables.take(.route(.to(3, "198.51.100.1", metric: 600)))
        #expect(tables.snapshot().routes == [Self.wired])
        tables.take(.routeRemoved(.to(2, "192.0.2.1", metric: 100)))
        #expect(tables.snapshot().routes == [Self.wireless])
    }

    @Test func `a better route without carrier shadows the fallback until it is withdrawn`() {
        var tables = Self.machine()
        tables.take(.route(.to(3, "198.51.100.1", metric: 600)))
        tables.take(.link(KernelLink(index: 2, name: "eth0", flags: Self.withoutCarrier)))
        let shadowed = tables.snapshot()
        #expect(shadowed.isUsable && shadowed.routes != [Self.wireless])
        tables.take(.routeRemoved(.to(2, "192.0.2.1", metric: 100)))
        #expect(tables.snapshot().routes == [Self.wireless])
    }

    @Test func `a route that replaces another one leaves no trace of it`() {
        var tables = Self.machine()
        tables.take(.route(.to(2, "192.0.2.254", metric: 100), replaces: true))
        #expect(tables.snapshot().routes.map(\.gateway) == ["192.0.2.254"])
    }

    @Test func `of a multipath route the next hops that can be used count`() {
        var tables = Self.machine()
        tables.take(.route(.to(3, "198.51.100.1", metric: 100)))
        #expect(tables.snapshot().routes == [Self.wired, Self.wireless])
        tables.take(.link(KernelLink(index: 2, name: "eth0", flags: Self.withoutCarrier)))
        #expect(tables.snapshot().routes == [Self.wireless])
    }

    @Test func `IPv6 alone is a path, with the smallest global address as its source`() {
        var tables = KernelTables()
        tables.take(
            .link(KernelLink(index: 2, name: "eth0", flags: Self.usable)),
            .address(2, "fe80::2", isGlobal: false), .address(2, "2001:db8::9"), .address(2, "2001:db8::2"),
            .route(.to(2, "fe80::1", family: .ipv6, metric: 1024)))
        #expect(
            tables.snapshot().routes == [
                PathRoute(
                    destination: "default", family: .ipv6, interface: "eth0", gateway: "fe80::1",
                    source: "2001:db8::2")
            ])
    }

    @Test func `dead, blocking and foreign routes are none`() {
        var tables = Self.machine()
        tables.take(
            .routeRemoved(.to(2, "192.0.2.1", metric: 100)), .route(.to(2, "192.0.2.1", metric: 1, flags: 1)),
            .route(KernelRoute(type: 7, interface: 2)), .route(KernelRoute(table: 100, interface: 2)))
        #expect(!tables.snapshot().isUsable)
    }

    @Test func `a route to the target counts where no default route leads the same way`() throws {
        var tables = Self.machine()
        let target = try #require(ResolvedAddress(literal: "203.0.113.5"))
        let sameWay = KernelTables.Answer(destination: target, route: .to(2, "192.0.2.1"))
        #expect(tables.snapshot([sameWay]).routes == [Self.wired])
        tables.take(.link(KernelLink(index: 9, name: "wg0", flags: Self.usable)))
        let tunnel = KernelTables.Answer(destination: target, route: KernelRoute(interface: 9))
        #expect(tables.snapshot([tunnel]).routes.map(\.interface) == ["wg0", "eth0"])
        tables.take(.link(KernelLink(index: 9, name: "wg0", flags: 0)))
        #expect(tables.snapshot([tunnel]).routes == [Self.wired])
    }

    @Test func `a loopback target needs lo alone`() throws {
        let target = try #require(ResolvedAddress(literal: "127.0.0.1"))
        let answer = KernelTables.Answer(
            destination: target, route: KernelRoute(type: 2, interface: 1, source: target))
        var tables = KernelTables()
        tables.take(.link(KernelLink(index: 1, name: "lo", flags: Self.usable)))
        #expect(tables.snapshot([answer]).routes.map(\.interface) == ["lo"])
        tables.take(.link(KernelLink(index: 1, name: "lo", flags: 0x8)))
        #expect(!tables.snapshot([answer]).isUsable)
    }
}

extension KernelTables {
    mutating func take(_ messages: RouteMessage...) {
        for message in messages { _ = apply(message) }
    }
}

extension KernelAddress {
    static func on(_ interface: UInt32, _ text: String, isGlobal: Bool = true) -> KernelAddress {
        guard let address = ResolvedAddress(literal: text) else { preconditionFailure(text) }
        return KernelAddress(interface: interface, address: address, isGlobal: isGlobal)
    }
}

extension RouteMessage {
    static func address(_ interface: UInt32, _ text: String, isGlobal: Bool = true) -> RouteMessage {
        .address(.on(interface, text, isGlobal: isGlobal))
    }
}

extension KernelRoute {
    static func to(
        _ interface: UInt32, _ gateway: String, family: PathRoute.Family = .ipv4, metric: UInt32 = 0,
        flags: UInt32 = 0
    ) -> KernelRoute {
        KernelRoute(
            family: family, interface: interface, gateway: ResolvedAddress(literal: gateway), metric: metric,
            flags: flags)
    }
}
