import Core
import TestSupport
import Testing

/// The list changes, people ask, and lists are long.
@Suite struct ListScenarios {
    @Test func `49 six hundred places on the free plan never pass its rate and its month`() {
        let agent = VirtualScenario().with {
            $0.sync = SyncConfiguration()
            $0.places = Place.virtual(600)
            $0.lasts = .days(2)
        }.play()
        // A million calls in 31 days for 600 places: 22 a minute.
        #expect((60_000...68_000).contains(agent.calls.count), "\(agent.calls.count)")
        #expect(Set(agent.attempts.map(\.decision)) == ["next"])
    }

    @Test func `50 two hundred places due at the return go out behind one canary at the limiter's rate`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(200)
            $0.path = Timeline([(.zero, .up), (.hours(1), .noPath), (.hours(3), .up)])
            $0.lasts = .hours(4)
        }.play()
        let back = agent.calls.filter { $0.at >= .hours(3) }.map { $0.at - .hours(3) }
        // The canary's answer comes first, then the rest of five seconds' worth.
        #expect(back[1] - back[0] >= VirtualAgent.answerTime)
        #expect(back.count { $0 < .seconds(5) } <= 9)
        #expect(back.count { $0 < .minutes(1) } <= 50)
        #expect(back.count { $0 < .minutes(1) } >= 48)
        let served = Set(agent.calls.filter { $0.at >= .hours(3) }.prefix(200).map { "\($0.subject)" })
        #expect(served.count == 200)
    }

    @Test func `51 a canary that fails is not followed by the herd`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(50)
            $0.path = Timeline([
                (.zero, .up), (.hours(1), .noPath), (.hours(2), .up),
                (.hours(2) + .milliseconds(20), .silent), (.hours(3), .up),
            ])
            $0.lasts = .hours(4)
        }.play()
        #expect(agent.calls.count { $0.at >= .hours(2) && $0.at < .hours(3) } <= 1)
        #expect(agent.rows("wait_timer") == 0)
    }

    @Test func `52 a fleet spreads its canaries over the time it was given`() {
        let first = (1...20).map { seed in
            VirtualScenario(path: "▁▔▔▔").with {
                $0.seed = UInt64(seed)
                $0.sync.reconnectSpread = .seconds(60)
            }.play().calls.first?.at ?? .zero
        }
        #expect(first.allSatisfy { $0 > .minutes(1) && $0 < .minutes(2) + .seconds(1) })
        #expect(Set(first.map { Int($0 / .seconds(10)) }).count >= 4)
    }

    @Test func `53 places that agree in two decimals share one call`() throws {
        let near = try #require(Coordinates(latitude: 51.5074, longitude: -0.1278))
        let nearer = try #require(Coordinates(latitude: 51.5099, longitude: -0.1251))
        var places = Place.virtual(2)
        places[0].coordinates = near
        places[1].coordinates = nearer
        let agent = VirtualScenario(path: "▔▔▔").with { $0.places = places }.play()
        #expect(agent.calls.count == 3)
        #expect(agent.calls.allSatisfy { $0.subject == .weather(.current, near, [PlaceID(1), PlaceID(2)]) })
    }

    @Test func `54 a pause and a return do not buy a fetch before its time`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.lasts = .minutes(30)
            $0.happenings = (1..<20).flatMap { index -> [(at: Duration, VirtualHappening)] in
                [
                    (.seconds(index * 60), .change(PlaceID(1), .paused)),
                    (.seconds(index * 60 + 20), .change(PlaceID(1), .active)),
                ]
            }
        }.play()
        #expect(agent.calls.count == 3)
    }

    @Test func `55 a sync fetches what has failed and no sooner than ten minutes what has not`() {
        let agent = VirtualScenario(api: "·555·······", step: .minutes(10)).with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(2)
            $0.happenings = [
                (.minutes(5), .sync([PlaceID(1), PlaceID(2)])), (.minutes(42), .sync([PlaceID(1)])),
            ]
        }.play()
        #expect(agent.calls.count { $0.at > .minutes(1) && $0.at < .minutes(10) } == 0)
        #expect(agent.calls.contains { $0.at == .minutes(42) })
    }

    @Test func `56 a name that waited for the network is looked up first and fetched next`() {
        let agent = VirtualScenario(path: "▁▁▔▔▔").with {
            $0.places = []
            $0.happenings = [(.minutes(1), .add([.pending(8, "Quito")]))]
        }.play()
        #expect(agent.places[PlaceID(8)]?.status == .active)
        #expect(agent.attempts.map(\.kind) == ["geocode", "current", "current", "current"])
    }

    @Test func `57 a name that fits several places waits for a choice and is asked no further`() {
        let agent = VirtualScenario().with {
            $0.places = [.pending(8, "Portland")]
            $0.lasts = .days(2)
        }.play()
        #expect(agent.calls.count == 1)
        #expect(agent.places[PlaceID(8)]?.status == .ambiguous)
    }

    @Test func `58 a question is answered ahead of a backlog, and declined when it cannot be asked`() {
        let agent = VirtualScenario(path: "▔▔▁▁▔▔").with {
            $0.places = Place.virtual(100)
            $0.happenings = [
                (.seconds(30), .lookUp(1, .name("Oslo"))), (.minutes(3), .lookUp(2, .name("Rome"))),
            ]
        }.play()
        #expect(agent.answeredLookUps.count == 1)
        #expect(agent.answeredLookUps.first.map { $0.at < .seconds(33) } == true)
        #expect(agent.declined == [.online])
    }

    @Test func `59 a question that waits is declined when the quota closes`() {
        let agent = VirtualScenario(api: "9").with {
            $0.places = Place.virtual(100)
            $0.lasts = .minutes(2)
            $0.happenings = [(.milliseconds(90), .lookUp(1, .name("Oslo")))]
        }.play()
        #expect(agent.declined == [.quota])
    }

    @Test func `60 a place that joins another's position waits for the ten minutes to be over`() {
        var twin = Place.virtual(1)
        twin[0].id = PlaceID(2)
        let agent = VirtualScenario().with {
            $0.sync = SyncConfiguration()
            $0.lasts = .minutes(30)
            $0.happenings = [(.minutes(4), .add(twin))]
        }.play()
        #expect(agent.calls(for: 2).map(\.at).allSatisfy { $0 >= .minutes(10) && $0 < .minutes(24) })
        #expect(agent.calls(for: 2).count >= 3)
    }

    @Test func `61 a virtual week of two hundred places makes the calls that the month allows`() {
        let agent = VirtualScenario().with {
            $0.sync = SyncConfiguration()
            $0.places = Place.virtual(200)
            $0.lasts = .days(7)
        }.play()
        #expect((225_000...227_000).contains(agent.calls.count), "\(agent.calls.count)")
        #expect(agent.attempts.count == agent.calls.count)
        // Three events for a call: it goes out, is answered, is stored.
        #expect(agent.events < 3 * agent.calls.count + 100)
    }

    @Test func `64 a reload switches a kind on and off, and slows another down with its next turn`() {
        var hourly = SyncConfiguration.currentOnly
        hourly.forecastEvery = .hours(1)
        hourly.currentEvery = .hours(1)
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.lasts = .hours(8)
            $0.happenings = [
                (.hours(2), .event(.sync(.configurationChanged(hourly)))),
                (.hours(5), .event(.sync(.configurationChanged(.currentOnly)))),
            ]
        }.play()
        let forecasts = agent.attempts.indices.filter { agent.attempts[$0].kind == "forecast" }
            .map { agent.attemptTimes[$0] }
        #expect(forecasts.count == 3)
        #expect(forecasts.allSatisfy { $0 >= .hours(2) && $0 < .hours(5) })
        let currents = agent.attempts.indices.filter { agent.attempts[$0].kind == "current" }
            .map { agent.attemptTimes[$0] }
        #expect((11...13).contains(currents.count { $0 < .hours(2) }))
        #expect((3...4).contains(currents.count { $0 >= .hours(2) && $0 < .hours(5) }))
        #expect((15...18).contains(currents.count { $0 >= .hours(5) }))
    }
}
