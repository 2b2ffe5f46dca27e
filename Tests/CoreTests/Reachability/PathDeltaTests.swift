import Core
import Testing

@Suite struct PathDeltaTests {
    private static let home = PathRoute(
        destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1", source: "192.0.2.7")

    private static func changed(_ change: (inout PathRoute) -> Void) -> PathRoute {
        var route = home
        change(&route)
        return route
    }

    @Test(arguments: [
        ([], [], PathDelta.unchanged), ([home], [], .lost), ([], [home], .gained),
        ([home], [home], .unchanged),
        ([home], [changed { $0.gateway = "192.0.2.2" }], .changed),
        ([home], [changed { $0.source = "192.0.2.8" }], .changed),
        ([home], [changed { $0.interface = "wlan0" }], .changed),
        ([home], [home, changed { $0.family = .ipv6 }], .changed),
        ([home, changed { $0.family = .ipv6 }], [home], .changed),
    ])
    func `what a new snapshot means follows from the two`(
        old: [PathRoute], new: [PathRoute], delta: PathDelta
    ) {
        #expect(PathDelta(from: PathSnapshot(routes: old), to: PathSnapshot(routes: new)) == delta)
    }

    @Test func `order and repetition make no difference`() {
        let second = Self.changed { $0.interface = "wlan0" }
        #expect(
            PathSnapshot(routes: [Self.home, second, Self.home])
                == PathSnapshot(routes: [second, Self.home]))
    }
}
