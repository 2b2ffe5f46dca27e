import Core
import Testing

@Suite struct MomentTests {
    @Test func `moments saturate instead of trapping`() {
        #expect(Moment.distantFuture.advanced(by: .nanoseconds(1)) == .distantFuture)
        #expect(Moment.distantPast.advanced(by: .nanoseconds(-1)) == .distantPast)
        #expect(Moment(nanoseconds: 1).advanced(by: .seconds(Int64.max)) == .distantFuture)
        #expect(Moment(nanoseconds: -2).advanced(by: .seconds(Int64.min)) == .distantPast)
        #expect(Moment.distantPast.duration(to: .distantFuture) == .nanoseconds(Int64.max))
        #expect(Moment.distantFuture.duration(to: .distantPast) == .nanoseconds(Int64.min))
    }

    @Test func `moments are ordered and measured in nanoseconds`() {
        let early = Moment(nanoseconds: 1_000_000_000)
        let late = early.advanced(by: .milliseconds(1500))
        #expect(early < late)
        #expect(late.nanoseconds == 2_500_000_000)
        #expect(early.duration(to: late) == .milliseconds(1500))
        #expect(late.duration(to: early) == .milliseconds(-1500))
    }

    @Test func `whole nanoseconds are exact where 64 bits hold them and clamped elsewhere`() {
        #expect(Duration.nanoseconds(Int64.max).wholeNanoseconds == .max)
        #expect(Duration.nanoseconds(Int64.min).wholeNanoseconds == .min)
        #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(1)).wholeNanoseconds == .max)
        #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).wholeNanoseconds == .min)
        #expect(Duration.milliseconds(-1500).wholeNanoseconds == -1_500_000_000)
        #expect(Duration.milliseconds(1999).wholeMilliseconds == 1999)
        #expect(Duration.milliseconds(-2500).inSeconds == -2.5)
    }

    @Test func `scaling is clamped, whatever the factor`() {
        #expect(Duration.seconds(10).scaled(by: 0.8) == .seconds(8))
        #expect(Duration.seconds(10).scaled(by: 0) == .zero)
        #expect(Duration.seconds(10).scaled(by: 1e300) == .nanoseconds(Int64.max))
        #expect(Duration.seconds(10).scaled(by: .infinity) == .nanoseconds(Int64.max))
        #expect(Duration.seconds(10).scaled(by: .nan) == .nanoseconds(Int64.max))
    }

    @Test func `minutes, hours and days`() {
        #expect(Duration.minutes(2) == .seconds(120))
        #expect(Duration.hours(2) == .seconds(7200))
        #expect(Duration.days(2) == .seconds(172_800))
    }
}
