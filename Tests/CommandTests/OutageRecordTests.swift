import Core
import Testing
import windsock

struct OutageRecordTests {
    /// Spans that follow each other, given by their beginning in minutes.
    private func record(
        _ spans: [(Int, ReachabilityState, ReachabilityReason)], since: Int = 0, now: Int
    ) -> OutageRecord {
        func time(_ minutes: Int) -> UnixTime { UnixTime(seconds: Int64(minutes) * 60) }
        let ends = spans.dropFirst().map { time($0.0) as UnixTime? } + [nil]
        return OutageRecord(
            zip(spans, ends).map { .init(at: time($0.0), until: $1, state: $0.1, reason: $0.2) },
            since: time(since), now: time(now))
    }

    @Test func `a change of reason is the same outage, named by the longest`() {
        let record = record(
            [
                (0, .online, .none), (60, .offline, .noPath), (70, .offline, .dns), (100, .unknown, .none),
                (101, .offline, .noPath), (110, .online, .none),
            ], now: 200)
        #expect(
            record.outages == [
                .init(from: UnixTime(seconds: 3600), length: .minutes(49), reason: .dns, isOngoing: false)
            ])
        #expect(record.online == .minutes(150))
        #expect(
            record.summary(now: UnixTime(seconds: 12_000))
                == "availability 75.4 % over 3 h 20 min, 1 outage, longest 49 min")
    }

    @Test func `the outage in force goes on, and one that began earlier is cut`() {
        let record = record(
            [(0, .offline, .target), (30, .online, .none), (60, .offline, .connect)], since: 20, now: 90)
        #expect(record.outages.map(\.length) == [.minutes(10), .minutes(30)])
        #expect(record.outages.map(\.isOngoing) == [false, true])
    }

    @Test func `a clock that was set back counts no time`() {
        let record = record([(100, .offline, .dns), (40, .online, .none)], now: 50)
        #expect(record.outages.map(\.length) == [.zero])
        #expect(record.online == .minutes(10))
    }

    @Test func `nearly always is not always, and nothing is nothing`() {
        let nearly = record(
            [(0, .online, .none), (9999, .offline, .dns), (10_000, .online, .none)], now: 10_001)
        #expect(nearly.summary(now: UnixTime(seconds: 600_060)).hasPrefix("availability 99.9 %"))
        #expect(
            record([(0, .online, .none)], now: 60).summary(now: UnixTime(seconds: 3600))
                == "availability 100.0 % over 1 h, 0 outages")
        #expect(
            record([], now: 60).summary(now: UnixTime(seconds: 3600)) == "nothing is known of this period")
    }
}
