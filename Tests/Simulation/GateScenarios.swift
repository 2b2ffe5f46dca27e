import Core
import TestSupport
import Testing

/// What holds the whole account back: key, quota, month.
@Suite struct GateScenarios {
    @Test func `31 without a key nothing is called, and a key that arrives lets everything out`() {
        let agent = VirtualScenario().with {
            $0.keyDigest = nil
            $0.places = Place.virtual(4)
            $0.happenings = [(.minutes(3), .key(9))]
            $0.lasts = .minutes(5)
        }.play()
        #expect(agent.fetch == "···xx")
        #expect(agent.calls.allSatisfy { $0.at >= .minutes(3) })
    }

    @Test
    func `32 a key that becomes active after 90 minutes is found by canaries at 1, 5, 15, 30 … minutes`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(5)
            $0.lasts = .hours(2)
            $0.answer = { _, elapsed in
                elapsed < .minutes(90) ? .failed(.keyRefused(message: nil)) : .stored(.stored)
            }
        }.play()
        let refused = zip(agent.attempts, agent.attemptTimes).filter { $0.0.decision == "wait_key" }.map(\.1)
        let minutes = refused.map { Int(($0 / .minutes(1)).rounded()) }
        #expect(minutes == [0, 1, 5, 15, 30, 45, 60, 75])
        #expect(agent.closed(.key) == 1)
        #expect(agent.opened(.key) == 1)
        #expect(agent.complaints == 0)
        #expect((1...5).allSatisfy { !agent.calls(for: $0).isEmpty })
    }

    @Test func `33 a key that never works is asked for every 15 minutes for two hours, then hourly`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.lasts = .hours(6) + .minutes(5)
            $0.answer = { _, _ in .failed(.forbidden(message: nil)) }
        }.play()
        let minutes = agent.calls.map { Int(($0.at / .minutes(1)).rounded()) }
        #expect(minutes == [0, 1, 5, 15, 30, 45, 60, 75, 90, 105, 120, 180, 240, 300, 360])
    }

    @Test func `34 a new key, also the same one again, releases the gate at once`() {
        let agent = VirtualScenario(api: "·kkk·····").with {
            $0.happenings = [(.minutes(4), .key(1))]
        }.play()
        #expect(agent.fetch == "xkk·xxxxx")
        #expect(agent.opened(.key) == 1)
    }

    @Test func `35 a refusal of the old key does not close the gate for the new one`() {
        let agent = VirtualScenario(path: "s").with {
            $0.lasts = .minutes(2)
            $0.happenings = [(.seconds(8), .key(2))]
            $0.answer = { _, elapsed in
                elapsed < .seconds(8) ? .failed(.keyRefused(message: nil)) : .stored(.stored)
            }
        }.play()
        #expect(agent.closed(.key) == 0)
        #expect(agent.calls.prefix(2).map(\.attempt) == [1, 1])
        #expect(agent.attempts.dropFirst().first?.outcome == "stored")
    }

    @Test func `36 429 with Retry-After closes the gate for all, and a restart does not shorten it`() {
        let agent = VirtualScenario(api: "·9··················").with {
            $0.places = Place.virtual(4)
            $0.happenings = [(.minutes(6), .restart(after: .seconds(20)))]
        }.play()
        #expect(
            agent.fetch == "xq··············xxxx" || agent.fetch == "xq···············xxx", "\(agent.fetch)")
        #expect(agent.closed(.quota) == 1)
        #expect(agent.opened(.quota) == 1)
    }

    @Test func `37 429 without Retry-After waits 1, 2, 4 … minutes, across a restart too`() {
        let agent = VirtualScenario(api: "·444444444444444444444·········").with {
            $0.happenings = [(.minutes(5), .restart(after: .seconds(5)))]
        }.play()
        let minutes = zip(agent.attempts, agent.attemptTimes).filter { $0.0.decision == "wait_quota" }
            .map { Int($0.1 / .minutes(1)) }
        #expect(minutes == [1, 2, 4, 8, 16])
        #expect(agent.closed(.quota) == 1)
    }

    @Test func `38 a month that is spent on the 20th waits for the first, and says so`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.sync.callsPerMonth = 2000
            $0.startsAt = UnixTime(seconds: VirtualAgent.startTime.seconds + 19 * 86_400)
            $0.memory = SyncMemory(month: MonthRecord(start: VirtualAgent.startTime, used: 1995))
            $0.places = Place.virtual(10)
            $0.lasts = .days(13)
        }.play()
        let december = agent.calls.filter { $0.at < .days(12) }
        #expect(december.count == 5)
        let january = agent.calls.filter { $0.at >= .days(12) }
        // Two thousand calls for ten places in a month: one in 223 minutes.
        #expect((55...75).contains(january.count), "\(january.count)")
        #expect(Set((1...10).filter { !agent.calls(for: $0).isEmpty }).count == 10)
    }

    @Test func `39 a list that does not fit the month stretches evenly and never overspends`() {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.sync.callsPerMonth = 10_000
            $0.places = Place.virtual(10)
            $0.lasts = .days(31)
        }.play()
        #expect((9500...10_000).contains(agent.calls.count), "\(agent.calls.count)")
        let counts = (1...10).map { agent.calls(for: $0).count }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 40, "\(counts)")
        let said = agent.notices.compactMap { notice -> Duration? in
            if case .intervalsStretched(let interval) = notice.notice { interval } else { nil }
        }
        #expect(said.first.map { $0 > .minutes(44) && $0 < .minutes(45) } == true)
    }

    @Test func `40 a canary that fails otherwise leaves the gate closed for as long again`() {
        let agent = VirtualScenario(api: "·4555555555555····").with { $0.places = Place.virtual(2) }.play()
        let asked = agent.calls.filter { $0.at >= .minutes(2) && $0.at < .minutes(14) }
        #expect(asked.count <= 13, "\(asked.count)")
    }
}
