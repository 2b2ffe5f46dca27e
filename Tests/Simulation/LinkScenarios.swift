import Core
import TestSupport
import Testing

/// The link comes and goes.
///
/// One character is a minute, and one fetch.
@Suite struct LinkScenarios {
    @Test func `01 a lost path parks every fetch, and its return fetches at once`() {
        let agent = VirtualScenario(path: "▔▔▔▁▁▁▁▔▔▔").play()
        #expect(agent.state == "▔▔▔▁▁▁▁▔▔▔")
        #expect(agent.fetch == "xxx····xxx")
        #expect(agent.reasons == [.noPath])
        #expect(agent.notices.isEmpty)
    }

    @Test func `02 started without a path, nothing is probed until there is one`() {
        let agent = VirtualScenario(path: "▁▁▁▁▔▔").play()
        #expect(agent.state == "▁▁▁▁▔▔")
        #expect(agent.fetch == "····xx")
        #expect(agent.probes.allSatisfy { $0.at >= .minutes(4) })
    }

    @Test func `03 a day without a path takes no probe and one look in a quarter of an hour`() {
        let agent = VirtualScenario(path: "▁").with { $0.lasts = .days(1) }.play()
        #expect(agent.probes.isEmpty)
        #expect(agent.calls.isEmpty)
        #expect(agent.published.map(\.status.reason) == [.none, .noPath])
        // Each look is one deadline and one snapshot.
        #expect(agent.events < 2 * 24 * 4 + 10)
    }

    @Test func `04 packets that vanish are found by the probes, and the fetch under way is -1009`() {
        let agent = VirtualScenario(path: "▔▔▔░░░░░▔▔").play()
        #expect(agent.state == "▔▔▔▁▁▁▁▁▔▔")
        #expect(agent.fetch.hasPrefix("xxx"))
        #expect(agent.fetch.hasSuffix("xx"))
        #expect(agent.reasons == [.connect])
        #expect(agent.attempts.allSatisfy { $0.attempt == 1 })
        #expect(agent.attempts.filter { $0.code != nil }.allSatisfy { $0.code == -1009 })
    }

    @Test func `05 a gateway that is gone takes two probes, not three`() {
        let agent = VirtualScenario(path: "▔▔uuuuu▔▔▔").play()
        #expect(agent.state == "▔▔▁▁▁▁▁▔▔▔")
        let fall = agent.published.first { $0.status.state == .offline }
        // A steady probe within half a minute, and the second at once.
        #expect(fall.map { $0.at < .minutes(2) + .seconds(37) } == true)
        #expect(agent.rows("wait_timer") == 0)
    }

    @Test func `06 a path that flickers for less than a quarter of a second is not spoken of`() {
        let agent = VirtualScenario().with {
            $0.path = Timeline([
                (.zero, .up), (.minutes(2), .noPath), (.minutes(2) + .milliseconds(200), .up),
            ])
            $0.lasts = .minutes(5)
        }.play()
        #expect(agent.published.map(\.status.state) == [.unknown, .online])
        #expect(agent.generations == 1)
        #expect(agent.fetch == "xxxxx")
    }

    @Test func `07 another gateway is another generation, probed before anything is fetched over it`() {
        let agent = VirtualScenario(path: "▔▔▔═══▔▔▔").play()
        #expect(agent.published.count == 2)
        #expect(agent.generations == 2)
        #expect(agent.fetch == "xxxxxxxxx")
        let full = agent.probes.filter { $0.request.depth == .full }.map(\.at)
        #expect(full.contains(.minutes(3)) && full.contains(.minutes(6)))
    }

    @Test func `08 an address that changes during a fetch costs no attempt`() {
        let agent = VirtualScenario().with {
            $0.path = Timeline([(.zero, .slow), (.seconds(8), .elsewhere)])
            $0.lasts = .minutes(1)
        }.play()
        #expect(agent.calls.map(\.attempt) == [1, 1])
        #expect(agent.attempts.map(\.outcome) == ["superseded", "stored"])
        #expect(agent.rows("try_fresh") == 1)
        #expect(agent.notices.isEmpty)
        #expect(agent.attempts.allSatisfy { $0.code == nil })
    }

    @Test func `09 up for twenty minutes in three hours, for a month, no window is missed`() {
        let agent = VirtualScenario(
            path: String(repeating: "▔▁▁▁▁▁▁▁▁", count: 240), step: .minutes(20)
        ).with { $0.sync = .currentOnly }.play()
        #expect(agent.state == String(repeating: "▔▁▁▁▁▁▁▁▁", count: 240))
        #expect(agent.fetch == String(repeating: "x········", count: 240))
        // Two for each window: at once, and ten to twelve minutes later.
        #expect(agent.calls.count == 480)
        #expect(agent.attempts.allSatisfy { $0.outcome == "stored" })
        #expect(agent.notices.isEmpty)
    }

    @Test func `10 a link that flaps is believed ever later, and its falls at once`() {
        // Three seconds without, twelve with a path, for ten minutes.
        let agent = VirtualScenario(
            path: String(repeating: "▁▔▔▔▔", count: 40) + "▔▔▔▔", step: .seconds(3)
        ).with { $0.lasts = .minutes(20) }.play()
        let rises = agent.published.filter { $0.status.state == .online }
        // Forty times without damping.
        #expect((10...18).contains(rises.count), "\(rises.count)")
        #expect(agent.published.last?.status.state == .online)
        #expect(agent.fetchLine(step: .minutes(1)).hasSuffix("xxxxxxxx"))
        #expect(agent.rows("wait_timer") == 0)
    }

    @Test func `11 names that are dead for a day cost no attempt and leave no queue`() {
        let agent = VirtualScenario(
            path: "▔" + String(repeating: "d", count: 24) + "▔", step: .hours(1)
        ).with {
            $0.sync = SyncConfiguration()
            $0.places = Place.virtual(20)
        }.play()
        #expect(agent.state == "▔" + String(repeating: "▁", count: 24) + "▔")
        #expect(agent.reasons == [.dns])
        #expect(agent.attempts.allSatisfy { $0.decision == "next" || $0.decision == "wait_online" })
        // A probe in a minute, give or take a fifth.
        let probes = agent.probes.count { $0.at > .hours(2) && $0.at < .hours(25) }
        #expect((1100...1600).contains(probes), "\(probes)")
    }

    @Test func `12 a portal overnight is offline for the reason captive, and costs no attempt`() {
        let agent = VirtualScenario(path: "▔pppppppp▔", step: .hours(1)).with { $0.sync = .currentOnly }
            .play()
        #expect(agent.state == "▔▁▁▁▁▁▁▁▁▔")
        #expect(agent.reasons == [.captive])
        // One call meets it before the next full probe would.
        #expect(agent.calls.count { $0.at >= .hours(1) && $0.at < .hours(9) } <= 1)
        let met = agent.attempts.filter { $0.outcome == "certificate_untrusted" }
        #expect(met.allSatisfy { $0.decision == "wait_online" && $0.code == -1202 })
        #expect(agent.notices.isEmpty)
    }

    @Test func `13 behind a portal an http api is asked, answers pages, and no page counts as weather`() {
        let agent = VirtualScenario(path: "▔▔pppp▔▔▔▔").with { $0.usesTLS = false }.play()
        #expect(agent.attempts.filter { $0.outcome == "html_answer" }.count > 0)
        #expect(agent.fetch.hasPrefix("xx"))
        #expect(agent.fetch.hasSuffix("xxx"))
        #expect(agent.complaints == 1)
        #expect(agent.recoveries == 1)
    }

    @Test func `14 a satellite link is online with patience, and stays so when its address changes`() {
        let agent = VirtualScenario(path: "ssssssss").play()
        #expect(agent.state == "▔▔▔▔▔▔▔▔")
        #expect(agent.attempts.count >= 7)
        #expect(agent.attempts.allSatisfy { $0.outcome == "stored" })
        #expect(agent.published.count == 2)
    }

    @Test(arguments: Seeds.some)
    func `15 three packets in ten are lost, and the weather comes all the same`(seed: UInt64) {
        let agent = VirtualScenario(path: "l").with {
            $0.lasts = .hours(12)
            $0.seed = seed
            $0.sync = .currentOnly
            $0.places = Place.virtual(5)
        }.play()
        let fetched = agent.rows("next")
        #expect(fetched > 5 * 12 * 3, "seed \(seed): \(fetched)")
    }

    @Test func `16 forced offline stops everything, forced online nothing, and auto judges again`() {
        let agent = VirtualScenario().with {
            $0.lasts = .minutes(9)
            $0.happenings = [
                (.minutes(2), .force(.offline)), (.minutes(4), .force(.online)), (.minutes(6), .force(nil)),
            ]
        }.play()
        #expect(agent.state == "▔▔▁▁▔▔▔▔▔")
        #expect(agent.fetch == "xx··xxxxx")
        #expect(agent.published.map(\.status.reason) == [.none, .none, .forced, .forced, .none, .none])
    }

    @Test func `17 auto without force before it changes nothing and stops no probing`() {
        let agent = VirtualScenario(path: "▔▔▔▔░░░░▔▔").with {
            $0.happenings = [(.minutes(1), .force(nil)), (.minutes(5), .force(nil))]
        }.play()
        #expect(agent.state == "▔▔▔▔▁▁▁▁▔▔")
    }

    @Test func `18 forced online, another address still ends the connections of the old one`() {
        let agent = VirtualScenario(path: "▔▔▔══").with { $0.happenings = [(.minutes(1), .force(.online))] }
            .play()
        #expect(agent.generations == 1)
        #expect(agent.fetch == "xxxxx")
    }
}
