/// A point on the CLOCK_BOOTTIME line: nanoseconds since the machine was started, time asleep included.
///
/// All waiting and scheduling is done in moments, so that setting the wall clock moves nothing. A moment
/// means nothing on another machine or after a reboot; what is kept on disk is `UnixTime`. Arithmetic
/// saturates instead of trapping. The governing page is clock_gettime(2).
package struct Moment: InstantProtocol, Hashable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static let distantFuture = Moment(nanoseconds: .max)
    package static let distantPast = Moment(nanoseconds: .min)

    package func advanced(by duration: Duration) -> Moment {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        guard overflow else { return Moment(nanoseconds: sum) }
        return duration < .zero ? .distantPast : .distantFuture
    }

    package func duration(to other: Moment) -> Duration {
        let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        guard overflow else { return .nanoseconds(difference) }
        return .nanoseconds(other < self ? Int64.min : Int64.max)
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// The duration in whole nanoseconds, clamped to what 64 bits hold (292 years).
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds as a floating-point number, for ratios and display.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// The duration in whole milliseconds, towards zero.
    package var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }

    package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
    package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

    /// This duration times a factor that is not negative, clamped to 292 years.
    package func scaled(by factor: Double) -> Duration {
        let product = Double(wholeNanoseconds) * factor
        guard product.isFinite, product < 9.2e18 else { return .nanoseconds(Int64.max) }
        return .nanoseconds(Int64(product))
    }
}
