import Core
import TestSupport
import Testing

/// Stories nobody has written: everything at random, and the laws hold.
@Suite struct ChaosScenarios {
    @Test(arguments: Seeds.some)
    func
        `62 three days of anything break no law, and seven good hours afterwards bring all places up to date`(
            seed: UInt64
        )
    {
        var dice = SplitMix64(seed: seed)
        let end = Duration.days(3)
        var path: [(from: Duration, value: VirtualNetwork)] = [(.zero, .up)]
        var api: [(from: Duration, value: VirtualService)] = [(.zero, .weather)]
        let services = Array("··=54knhgLeXxf").compactMap(VirtualService.init)
        var happenings: [(at: Duration, VirtualHappening)] = []
        var at = Duration.zero
        while true {
            at += .milliseconds(Int.random(in: 50...3_000_000, using: &dice))
            guard at < end else { break }
            switch Int.random(in: 0..<10, using: &dice) {
            case 0...3: path.append((at, VirtualNetwork.allCases.randomElement(using: &dice) ?? .up))
            case 4...6: api.append((at, services.randomElement(using: &dice) ?? .weather))
            default: happenings.append((at, Self.happening(&dice)))
            }
        }
        path.append((end, .up))
        api.append((end, .weather))
        let agent = VirtualAgent(
            VirtualScenario().with {
                $0.path = Timeline(path)
                $0.api = Timeline(api)
                $0.happenings = happenings
                $0.places = Place.virtual(8)
                $0.sync = SyncConfiguration()
                $0.seed = seed
            })
        agent.run(until: end)
        // It may have slept past the end, and have died on waking up; by then it has restarted.
        let mended = agent.elapsed + .minutes(2)
        agent.schedule(.force(nil), at: mended)
        agent.schedule(.key(77), at: mended)
        agent.schedule(.setClock(VirtualAgent.startTime.advanced(by: mended)), at: mended)
        for place in 1...8 { agent.schedule(.change(PlaceID(Int64(place)), .active), at: mended) }
        agent.schedule(.sync((1...8).map { PlaceID($0) }), at: mended)
        agent.play(until: mended + .hours(7))
        for place in agent.places.values {
            let fresh = agent.calls(for: place.id.rawValue).contains { $0.at > mended }
            #expect(fresh, "\(place.name) is not up to date; WINDSOCK_SEED=\(seed)")
        }
        #expect(agent.published.last?.status.state == .online, "WINDSOCK_SEED=\(seed)")
    }

    private static func happening(_ dice: inout SplitMix64) -> VirtualHappening {
        let place = PlaceID(Int64.random(in: 1...8, using: &dice))
        return switch Int.random(in: 0..<12, using: &dice) {
        case 0:
            .sleep(
                .seconds(Int.random(in: 2...20_000, using: &dice)), noticedFirst: Bool.random(using: &dice))
        case 1: .restart(after: .milliseconds(Int.random(in: 1...90_000, using: &dice)))
        case 2: .key([nil, 1, 2].randomElement(using: &dice) ?? nil)
        case 3: .force([nil, .online, .offline].randomElement(using: &dice) ?? nil)
        case 4: .setClock(UnixTime(seconds: Int64.random(in: 0...2_000_000_000, using: &dice)))
        case 5: .change(place, .paused)
        case 6, 7: .change(place, .active)
        case 8: .lookUp(Int.random(in: 1...1_000_000, using: &dice), .name("Oslo"))
        case 9: .probe
        default: .sync([place])
        }
    }
}
