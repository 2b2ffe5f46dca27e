import Core
import TestSupport
import Testing

/// The network is good and the service is not.
///
/// One character is a minute, and one fetch.
@Suite struct ServiceScenarios {
    @Test func `19 an answer of 503 is tried again after 1, 3, 5 and 10 seconds, then in its turn`() {
        let agent = VirtualScenario(api: "·5···").play()
        #expect(agent.fetch == "x#xxx")
        let failing = agent.calls.filter { $0.at >= .minutes(1) && $0.at < .minutes(2) }
        #expect(failing.map(\.attempt) == [1, 2, 3, 4, 5])
        let gaps = zip(failing, failing.dropFirst()).map { $1.at - $0.at }
        for (gap, delay) in zip(gaps, [1, 3, 5, 10]) {
            let around = Duration.milliseconds(800 * delay)...Duration.milliseconds(1200 * delay + 100)
            #expect(around.contains(gap), "\(gap) for \(delay)")
        }
        #expect(agent.complaints == 1)
        #expect(agent.recoveries == 1)
        #expect(agent.published.count == 2)
    }

    @Test func `20 a place that fails for hours is asked ever less often, to once an hour`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.lasts = .hours(8)
            $0.answer = { _, _ in .failed(.unavailable) }
        }.play()
        let cycles = agent.calls.filter { $0.attempt == 1 }.map(\.at)
        let pauses = zip(cycles, cycles.dropFirst()).map { ($1 - $0) / .minutes(1) }
        for (pause, expected) in zip(pauses, [10.0, 10, 20, 40, 60, 60, 60, 60]) {
            #expect(abs(pause - expected) < 1, "\(pause) for \(expected)")
        }
        #expect(agent.complaints == 1)
    }

    @Test func `21 one place failing for hours among 200 holds none of the others up`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(200)
            $0.lasts = .hours(6)
            $0.answer = { subject, _ in
                guard case .weather(_, _, let places) = subject, places == [PlaceID(7)] else {
                    return .stored(.stored)
                }
                return .failed(.serverError)
            }
        }.play()
        let least = (1...200).filter { $0 != 7 }.map { agent.calls(for: $0).count }.min()
        #expect(least.map { $0 >= 34 } == true)
        #expect(agent.calls(for: 7).count <= 5 * 9)
        #expect(agent.complaints == 1)
        #expect(agent.closed(.breaker) == 0)
    }

    @Test func `22 a service that is down for all opens the breaker, is asked by one canary, and closes it`()
    {
        let agent = VirtualScenario(api: "··55555555555········").with { $0.places = Place.virtual(10) }
            .play()
        #expect(agent.closed(.breaker) == 1)
        #expect(agent.opened(.breaker) == 1)
        let asked = agent.calls.filter { $0.at >= .minutes(3) && $0.at < .minutes(13) }
        #expect(asked.count <= 5, "\(asked.count)")
        #expect(agent.complaints <= 5)
        #expect(agent.fetch.hasSuffix("x"))
    }

    @Test func `23 the API down with the network up stays online, and the breaker spares it`() {
        let agent = VirtualScenario(path: "▔▔aaaaaaaa▔▔▔▔▔▔▔▔▔▔▔").with { $0.places = Place.virtual(10) }
            .play()
        #expect(agent.published.map(\.status.state) == [.unknown, .online])
        #expect(agent.closed(.breaker) == 1)
        #expect(agent.attempts.filter { $0.code != nil }.allSatisfy { $0.code == -1004 })
        #expect(agent.fetch.hasSuffix("x"))
    }

    @Test func `24 the website down with the API up is online and fetches`() {
        let agent = VirtualScenario(path: "▔▔wwwwwwww▔▔").play()
        #expect(agent.published.map(\.status.state) == [.unknown, .online])
        #expect(agent.fetch == "xxxxxxxxxxxx")
    }

    @Test func `25 both down while the witness answers is offline, and it is them`() {
        let agent = VirtualScenario(path: "▔▔tttttt▔▔").with { $0.hasWitness = true }.play()
        #expect(agent.state == "▔▔▁▁▁▁▁▁▔▔")
        #expect(agent.reasons == [.target])
    }

    @Test func `26 a dead pooled connection is tried once on a fresh one, uncounted and unspoken of`() {
        let agent = VirtualScenario(api: "··x··").play()
        #expect(agent.fetch == "xxxxx")
        #expect(agent.attempts.map(\.attempt) == [1, 1, 1, 1, 1, 1])
        #expect(agent.rows("try_fresh") == 1)
        #expect(agent.notices.isEmpty)
    }

    @Test func `27 connections that break while the monitor says online are -1005 and counted`() {
        let agent = VirtualScenario(api: "··X···").play()
        #expect(agent.fetch == "xx#xxx")
        let broken = agent.attempts.filter { $0.outcome == "connection_lost" }
        #expect(broken.count == 5)
        #expect(broken.allSatisfy { $0.code == -1005 && $0.curlCode == 56 })
        #expect(agent.published.count == 2)
    }

    @Test func `28 an unknown place is flagged, asked for once a day, and holds nobody up`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(2)
            $0.lasts = .days(3)
            $0.answer = { subject, elapsed in
                guard case .weather(_, _, let places) = subject, places == [PlaceID(2)],
                    elapsed < .hours(50)
                else { return .stored(.stored) }
                return .failed(.notFound(message: "city not found"))
            }
        }.play()
        #expect(agent.attempts.count { $0.decision == "wait_place" } == 3)
        #expect(agent.calls(for: 1).count > 400)
        #expect(agent.places[PlaceID(2)]?.status == .notFound)
    }

    @Test func `29 garbage, an answer too large and a refused request end their cycles and no more`() {
        let agent = VirtualScenario(api: "·g·L·e··").play()
        #expect(agent.fetch == "x#x#x!xx")
        #expect(agent.attempts.filter { $0.outcome == "request_too_large" }.count == 1)
        #expect(agent.attempts.filter { $0.outcome == "too_large" }.allSatisfy { $0.code == -1103 })
        #expect(agent.published.count == 2)
    }

    @Test func `30 a full disk loses the answer, not the schedule`() {
        let agent = VirtualScenario(api: "·ff··").play()
        #expect(agent.attempts.map(\.outcome) == ["stored", "not_stored", "not_stored", "stored", "stored"])
        #expect(agent.gaps.allSatisfy { $0 >= .minutes(1) })
    }

    @Test func `63 a hundred thousand failures leave nothing behind in the machines`() {
        let agent = VirtualAgent(
            VirtualScenario(api: "x", step: .days(10)).with {
                $0.places = Place.virtual(100)
                $0.sync.callsPerMinute = 600
                $0.sync.callsPerMonth = 100_000_000
            })
        var failures: Int { agent.attempts.count { !["stored", "superseded"].contains($0.outcome) } }
        agent.run(until: .hours(1))
        #expect(failures > 500)
        let early = elements(in: agent.machine)
        agent.play(until: .hours(18))
        #expect(failures > 100_000, "\(failures)")
        let late = elements(in: agent.machine)
        #expect(late < early + early / 10, "\(early) values after an hour, \(late) at the end")
    }
}

/// How many values there are in a value, down to the last element of its last collection.
private func elements(in value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(1) { $0 + elements(in: $1.value) }
}
