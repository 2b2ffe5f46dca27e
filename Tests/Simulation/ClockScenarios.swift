import Core
import TestSupport
import Testing

/// Sleep, wrong clocks and second lives.
@Suite struct ClockScenarios {
    private static let year2035 = UnixTime(seconds: 2_051_222_400)

    @Test(arguments: [true, false])
    func `41 after eight hours asleep the first call waits for a verdict`(noticedFirst: Bool) {
        let agent = VirtualScenario().with {
            $0.sync = .currentOnly
            $0.places = Place.virtual(5)
            $0.lasts = .hours(10)
            $0.happenings = [(.hours(1), .sleep(.hours(8), noticedFirst: noticedFirst))]
        }.play()
        #expect(agent.published.map(\.status.state) == [.unknown, .online, .unknown, .online])
        #expect(agent.generations == 1)
        #expect(agent.attempts.allSatisfy { $0.decision == "next" || $0.outcome == "superseded" })
        // All five are due at once; a timer that fires before the sleep is known of lets no more out than
        // the limiter's burst, and what it let out costs no attempt.
        let woken = agent.calls.filter { $0.at >= .hours(9) && $0.at < .hours(9) + .minutes(5) }
        #expect(woken.count == (noticedFirst ? 5 : 9))
        #expect(woken.allSatisfy { $0.attempt == 1 })
    }

    @Test func `42 awake where the link takes six seconds to come up, nothing is called offline`() {
        let agent = VirtualScenario().with {
            $0.lasts = .hours(9)
            $0.sync = .currentOnly
            $0.path = Timeline([
                (.zero, .up), (.hours(2), .noPath), (.hours(8) + .seconds(4), .deadNames),
                (.hours(8) + .seconds(6), .up),
            ])
            $0.happenings = [(.minutes(119), .sleep(.hours(6) + .minutes(1)))]
        }.play()
        #expect(agent.published.map(\.status.state) == [.unknown, .online, .unknown, .online])
    }

    @Test func `43 awake where there is no network, unknown ends in fifteen seconds`() {
        let agent = VirtualScenario().with {
            $0.lasts = .hours(9)
            $0.path = Timeline([(.zero, .up), (.hours(2), .silent)])
            $0.happenings = [(.hours(1), .sleep(.hours(7)))]
        }.play()
        let last = agent.published.suffix(2)
        #expect(last.map(\.status.state) == [.unknown, .offline])
        #expect(last.last.map { $0.at - last[last.startIndex].at == .seconds(15) } == true)
    }

    @Test func `44 a clock that starts in 1970 is the reason, and setting it lets everything out`() {
        let agent = VirtualScenario().with {
            $0.startsAt = UnixTime(seconds: 60)
            $0.lasts = .minutes(10)
            $0.happenings = [(.minutes(5), .setClock(VirtualAgent.startTime))]
        }.play()
        #expect(agent.state == "▁▁▁▁▁▔▔▔▔▔")
        #expect(agent.reasons == [.clock])
        #expect(agent.fetch == "·····xxxxx")
        #expect(agent.published.last.map { $0.at < .minutes(5) + .seconds(1) } == true)
    }

    @Test func `45 a clock set to 2035 and back is the reason, not a portal`() {
        let agent = VirtualScenario(path: "▔▔▔▔▔▔▔▔▔▔").with {
            $0.sync = .currentOnly
            $0.lasts = .hours(5)
            $0.happenings = [
                (.hours(1), .setClock(Self.year2035)),
                (.hours(4), .setClock(VirtualAgent.startTime.advanced(by: .hours(4)))),
            ]
        }.play()
        #expect(agent.reasons == [.clock])
        #expect(agent.published.last?.status.state == .online)
    }

    @Test func `46 a board without a clock battery that restarts in 1970 waits an interval, not a day`() {
        let agent = VirtualScenario().with {
            $0.usesTLS = false
            $0.sync = .currentOnly
            $0.lasts = .hours(2)
            $0.happenings = [
                (.hours(1), .setClock(UnixTime(seconds: 0))), (.hours(1), .restart(after: .seconds(30))),
            ]
        }.play()
        let after = agent.calls.filter { $0.at > .hours(1) }
        #expect(after.count >= 4)
        #expect(after.first.map { $0.at < .hours(1) + .minutes(13) } == true)
    }

    @Test func `47 the wall clock may jump as it likes, the schedule does not notice`() {
        let steady = VirtualScenario().with {
            $0.usesTLS = false
            $0.lasts = .hours(1)
        }
        let jumping = steady.with {
            $0.happenings = (1..<20).map { index in
                (.minutes(index * 3), .setClock(UnixTime(seconds: Int64(index % 5) * 400_000_000)))
            }
        }
        #expect(jumping.play().calls.map(\.at) == steady.play().calls.map(\.at))
    }

    @Test(arguments: Seeds.some)
    func `48 a restart at any time lets nothing out earlier than its predecessor would`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let agent = VirtualScenario().with {
            $0.seed = seed
            $0.sync = SyncConfiguration()
            $0.places = Place.virtual(12)
            $0.lasts = .hours(12)
            $0.happenings = (0..<30).map { _ in
                (
                    .milliseconds(Int.random(in: 0..<43_000_000, using: &dice)),
                    .restart(after: .milliseconds(Int.random(in: 100..<60_000, using: &dice)))
                )
            }
            $0.answer = { subject, elapsed in
                guard case .weather(_, _, let places) = subject, let place = places.first else {
                    return .stored(.stored)
                }
                return (Int64(elapsed / .minutes(30)) + place.rawValue) % 4 == 0
                    ? .failed(.badGateway) : .stored(.stored)
            }
        }.play()
        #expect(agent.calls.count > 500, "seed \(seed)")
    }
}
