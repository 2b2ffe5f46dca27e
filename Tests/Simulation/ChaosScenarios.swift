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
        // By then it has restarted, should it have been dead.
        let mended = end + .minutes(2)
        happenings += [
            (mended, .force(nil)), (mended, .key(77)),
            (mended, .setClock(VirtualAgent.startTime.advanced(by: mended))),
        ]
        for place in 1...8 { happenings.append((mended, .change(PlaceID(Int64(place)), .active))) }
        happenings.append((mended, .sync((1...8).map { PlaceID($0) })))
        let agent = VirtualScenario().with {
            $0.path = Timeline(path)
            $0.api = Timeline(api)
            $0.happenings = happenings
            $0.places = Place.virtual(8)
            $0.sync = SyncConfiguration()
            $0.seed = seed
            $0.lasts = end + .hours(7)
        }.play()
        for place in agent.places.values {
            let fresh = agent.calls(for: place.id.rawValue).contains { $0.at > end }
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
