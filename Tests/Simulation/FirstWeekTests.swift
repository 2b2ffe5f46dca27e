import Core
import TestSupport
import Testing

@Suite struct FirstWeekTests {
    /// Calls of one kind for one place.
    private func calls(_ agent: VirtualAgent, _ kind: WeatherKind, place: Int64) -> [VirtualAgent.Call] {
        agent.calls.filter { call in
            guard case .weather(kind, _, let places) = call.subject else { return false }
            return places.contains(PlaceID(place))
        }
    }

    @Test func `a week with three outages, a bad key and a bad city makes the calls it should and no others`()
    {
        // Day 2 the path is gone for six hours, day 4 the packets are for one, day 6 the names for two.
        let network = Timeline<VirtualNetwork>([
            (.zero, .up), (.hours(24), .noPath), (.hours(30), .up), (.hours(72), .silent), (.hours(73), .up),
            (.hours(120), .deadNames), (.hours(122), .up),
        ])
        // On day 5 the key is refused for an hour; the third place does not exist.
        let agent = VirtualAgent(places: Place.virtual(3), network: network) { subject, elapsed in
            if case .weather(_, _, let places) = subject, places == [PlaceID(3)] {
                return .failed(.notFound(message: "city not found"))
            }
            if elapsed >= .hours(96), elapsed < .hours(97) { return .failed(.keyRefused(message: nil)) }
            return .stored(.stored)
        }
        agent.run(until: .days(7))

        // Nothing is ever sent while offline, and the published states tell the story once each way.
        #expect(agent.calls.allSatisfy { $0.state == .online })
        #expect(
            agent.published.map(\.status.state) == [
                .unknown, .online, .offline, .online, .offline, .online, .offline, .online,
            ])
        #expect(
            agent.published.map(\.status.reason)
                == [.none, .none, .noPath, .none, .connect, .none, .dns, .none])

        // Six, one and two hours are lost, and an hour with the bad key; the rest is one call in ten minutes.
        for place in [Int64(1), 2] {
            let current = calls(agent, .current, place: place)
            let expected = (168 - 9 - 1) * 6
            #expect(abs(current.count - expected) <= 20, "place \(place): \(current.count) of \(expected)")
            #expect(
                zip(current, current.dropFirst()).allSatisfy { pair in
                    pair.1.at - pair.0.at >= .minutes(10) || pair.1.at >= .hours(72)
                })
        }
        // The unknown place is asked for once a day and kind, and holds nobody up.
        #expect(calls(agent, .current, place: 3).count <= 8)
        #expect(agent.attempts.filter { $0.outcome == "not_found" }.count <= 3 * 8)

        // While the key was refused only canaries went out: after 1, 5, 15, 30, 45 and 60 minutes.
        let refused = agent.attempts.filter { $0.outcome == "key_refused" }
        #expect((6...9).contains(refused.count), "\(refused.count)")
        #expect(refused.allSatisfy { $0.decision == "wait_key" })
        #expect(agent.notices.contains { $0.notice == .gateOpened(.key) })

        // What was under way when the network went is -1009, waits for online and costs no attempt.
        let offline = agent.attempts.filter { $0.code == -1009 }
        #expect(offline.allSatisfy { $0.decision == "wait_online" })
        #expect(agent.attempts.allSatisfy { $0.decision != "give_up" })
    }

    @Test
    func
        `with the monitor online a failing place is called five times, after 1, 3, 5 and 10 seconds, and then on schedule`()
    {
        let agent = VirtualAgent(
            places: Place.virtual(2), network: Timeline([(.zero, .up)]),
            configuration: {
                var configuration = SyncConfiguration()
                configuration.forecastEvery = nil
                configuration.airEvery = nil
                return configuration
            }()
        ) { subject, _ in
            if case .weather(_, _, let places) = subject, places == [PlaceID(2)] {
                return .failed(.serverError)
            }
            return .stored(.stored)
        }
        agent.run(until: .minutes(9))
        let failing = calls(agent, .current, place: 2)
        #expect(failing.map(\.attempt) == [1, 2, 3, 4, 5])
        for (gap, delay) in zip(zip(failing, failing.dropFirst()).map { $1.at - $0.at }, [1, 3, 5, 10]) {
            let answered = VirtualAgent.answerTime + .milliseconds(2)
            #expect(
                gap - answered >= .milliseconds(delay * 800)
                    && gap - answered <= .milliseconds(delay * 1200 + 1200))
        }
        #expect(agent.attempts.last { $0.place == PlaceID(2) }?.decision == "give_up")
        #expect(calls(agent, .current, place: 1).count == 1)
        agent.run(until: .minutes(21))
        #expect(calls(agent, .current, place: 2).count >= 6)
        #expect(calls(agent, .current, place: 1).count == 2)
    }

    @Test func `without a path nothing is probed and no deadline is closer than the safety look`() {
        let agent = VirtualAgent(places: Place.virtual(5), network: Timeline([(.zero, .noPath)]))
        agent.run(until: .seconds(1))
        #expect(agent.published.map(\.status.reason) == [.none, .noPath])
        #expect(agent.probes == 0)
        let deadline = agent.machine.reachability.deadline
        #expect(deadline.map { agent.now.moment.duration(to: $0) > .minutes(14) } == true)
        agent.run(until: .days(1))
        #expect(agent.probes == 0)
        #expect(agent.calls.isEmpty)
        #expect(agent.published.count == 2)
    }

    @Test func `without a key nothing is called, and a key that arrives lets everything out`() {
        let agent = VirtualAgent(
            places: Place.virtual(4), network: Timeline([(.zero, .up)]), keyDigest: nil)
        agent.schedule(.sync(.keyChanged(digest: 9)), at: .hours(1))
        agent.run(until: .minutes(59))
        #expect(agent.calls.isEmpty)
        agent.run(until: .hours(1) + .seconds(30))
        #expect(agent.calls.count == 12)
    }

    @Test func `429 closes the gate for all until Retry-After has passed, and a restart does not shorten it`()
    {
        let answers: VirtualAgent.Answer = { _, elapsed in
            elapsed < .seconds(1) ? .failed(.tooManyRequests(retryAfter: .seconds(900))) : .stored(.stored)
        }
        let first = VirtualAgent(places: Place.virtual(4), network: Timeline([(.zero, .up)]), answer: answers)
        first.run(until: .minutes(5))
        #expect(first.calls.count == 1)
        let second = VirtualAgent(
            places: Place.virtual(4), network: Timeline([(.zero, .up)]), memory: first.memory,
            startingAt: first.now.wall)
        second.run(until: .minutes(9))
        #expect(second.calls.isEmpty)
        second.run(until: .minutes(12))
        #expect(second.calls.count == 12)
    }
}
