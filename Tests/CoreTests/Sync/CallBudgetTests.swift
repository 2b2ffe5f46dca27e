import Core
import Testing

@Suite struct CallBudgetTests {
    private static let december = UnixTime(seconds: 1_796_083_200)
    private static let january = UnixTime(seconds: 1_798_761_600)

    private func at(_ elapsed: Duration, wall: UnixTime = december) -> Now {
        Now(
            moment: Moment(nanoseconds: 9_000_000_000_000).advanced(by: elapsed),
            wall: wall.advanced(by: elapsed))
    }

    private func budget(_ perMinute: Int = 50, perMonth: Int = 1_000_000, used: Int = 0) -> CallBudget {
        CallBudget(
            perMinute: perMinute, perMonth: perMonth, month: MonthRecord(start: Self.december, used: used),
            at: at(.zero))
    }

    /// When calls go out that go as soon as they may.
    private func calls(_ budget: inout CallBudget, during length: Duration) -> [Duration] {
        var now = at(.zero)
        var times: [Duration] = []
        while true {
            let next = budget.nextCallAt(now)
            let elapsed = at(.zero).moment.duration(to: next)
            guard elapsed <= length else { return times }
            now = at(elapsed)
            #expect(budget.nextCallAt(now) == next, "the moment that was named must be one that works")
            budget.spend(now)
            times.append(elapsed)
        }
    }

    @Test(arguments: [(50, 4), (60, 5), (12, 1), (1, 1), (600, 50)])
    func `five seconds' worth may go at once, and at least one call`(perMinute: Int, burst: Int) {
        var budget = budget(perMinute)
        let times = calls(&budget, during: .milliseconds(1))
        #expect(times.count == burst)
    }

    @Test(arguments: [50, 60, 12, 7, 1, 600])
    func `no sixty seconds hold more calls than the limit, and none are wasted`(perMinute: Int) {
        var budget = budget(perMinute)
        let times = calls(&budget, during: .minutes(30))
        for (index, time) in times.enumerated() {
            let window = times[index...].prefix { $0 - time < .seconds(60) }
            #expect(window.count <= perMinute)
        }
        #expect(Double(times.count) >= Double(perMinute) * 30 * 0.96)
    }

    @Test func `the calls of the last minute are counted and forgotten`() {
        var budget = budget()
        for second in 0..<10 { budget.spend(at(.seconds(second * 5))) }
        #expect(budget.minuteUsed(at(.seconds(50))) == 10)
        #expect(budget.minuteUsed(at(.seconds(64))) == 9)
        #expect(budget.minuteUsed(at(.seconds(86))) == 4)
        #expect(budget.minuteUsed(at(.hours(5))) == 0)
    }

    @Test func `a spent month waits for the next, and then counts from zero`() {
        var budget = budget(perMonth: 10, used: 9)
        #expect(!budget.isMonthSpent)
        budget.spend(at(.zero))
        #expect(budget.isMonthSpent)
        #expect(budget.nextCallAt(at(.days(3))) == at(.days(31)).moment)
        #expect(budget.renew(at(.days(31) - .seconds(1))) == false)
        #expect(budget.renew(at(.days(31))) == true)
        #expect(budget.month == MonthRecord(start: Self.january, used: 0))
        #expect(budget.nextCallAt(at(.days(31))) == at(.days(31)).moment)
    }

    struct Clock: CustomTestStringConvertible {
        var name: String
        var wall: UnixTime
        var start: UnixTime
        var used: Int
        var testDescription: String { name }
    }

    @Test(arguments: [
        Clock(name: "the same month", wall: december.advanced(by: .days(9)), start: december, used: 77),
        Clock(name: "the next month", wall: january, start: january, used: 0),
        Clock(
            name: "set back a week", wall: december.advanced(by: .zero - .days(1)), start: december, used: 77),
        Clock(name: "not set yet", wall: UnixTime(seconds: 5), start: december, used: 77),
    ])
    func `the month's count outlives a restart with any clock`(clock: Clock) {
        let budget = CallBudget(
            perMinute: 50, perMonth: 1000, month: MonthRecord(start: Self.december, used: 77),
            at: at(.zero, wall: clock.wall))
        #expect(budget.month == MonthRecord(start: clock.start, used: clock.used))
    }

    @Test func `a month written down by a clock years ahead does not hold for years`() {
        var budget = CallBudget(
            perMinute: 50, perMonth: 1000,
            month: MonthRecord(start: UnixTime(seconds: 2_524_608_000), used: 1000), at: at(.zero))
        #expect(budget.month == MonthRecord(start: Self.december, used: 1000))
        #expect(budget.nextCallAt(at(.zero)) == at(.days(31)).moment)
    }

    @Test func `intervals stretch by what is asked for over what is left`() {
        let month = Duration.days(31).inSeconds
        #expect(budget(perMonth: 1000).stretch(callsPerSecond: 500 / month, at: at(.zero)) == 1)
        let stretched = budget(perMonth: 1000).stretch(callsPerSecond: 3000 / month, at: at(.zero))
        #expect(abs(stretched - 3) < 1e-9)
        let late = budget(perMonth: 1000, used: 900).stretch(
            callsPerSecond: 3000 / month, at: at(.days(15.5)))
        #expect(abs(late - 15) < 1e-9)
        // A clock that has never been set does not see a month of years.
        let unset = budget(perMonth: 1000).stretch(
            callsPerSecond: 3000 / month, at: at(.zero, wall: UnixTime(seconds: 0)))
        #expect(abs(unset - 3) < 1e-9)
        #expect(budget(perMonth: 10, used: 10).stretch(callsPerSecond: 1, at: at(.zero)).isFinite)
    }
}

extension Duration {
    fileprivate static func days(_ count: Double) -> Duration { .seconds(Int(count * 86_400)) }
}
