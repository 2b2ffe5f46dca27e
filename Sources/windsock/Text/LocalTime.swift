package import Core
import Glibc

/// A time as a clock on the wall shows it, here or at a place.
package struct LocalTime: Sendable {
    /// Whose clock.
    package enum Zone: Equatable, Sendable {
        /// This machine's zone, daylight saving included: localtime_r(3).
        case machine
        /// A fixed distance from UTC in seconds, as the service gives it for a place.
        case offset(Int64)
    }

    package let civil: CivilTime
    /// 0 Monday … 6 Sunday.
    package let weekday: Int

    package init(_ time: UnixTime, in zone: Zone) {
        let offset =
            switch zone {
            case .machine: LocalTime.machineOffset(at: time)
            case .offset(let seconds): min(max(seconds, -100_000), 100_000)
            }
        let shifted = time.advanced(by: .seconds(offset))
        civil = CivilTime(shifted)
        // 1970-01-01 was a Thursday.
        let days = shifted.seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = days.remainder < 0 ? days.quotient - 1 : days.quotient
        weekday = Int(((day % 7) + 7 + 3) % 7)
    }

    /// Seconds east of UTC on this machine at that time; 0 when the C library cannot say.
    private static func machineOffset(at time: UnixTime) -> Int64 {
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return 0 }
        return Int64(parts.tm_gmtoff)
    }

    /// `14:32`.
    package var clock: String { Int64(civil.hour).padded(2) + ":" + Int64(civil.minute).padded(2) }

    /// `Mon`.
    package var dayName: String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday] }

    /// `2026-11-30`.
    package var date: String {
        civil.year.padded(4) + "-" + Int64(civil.month).padded(2) + "-" + Int64(civil.day).padded(2)
    }

    /// `2026-11-30 14:32`.
    package var dateAndClock: String { date + " " + clock }

    /// The shortest form that cannot be misread on the day of `now`: `14:32` within the same day, `Tue 14:32`
    /// within six days, the date otherwise.
    package func brief(now: LocalTime) -> String {
        if date == now.date { return clock }
        guard let here = civil.time, let there = now.civil.time else { return dateAndClock }
        let distance = abs(here.duration(to: there).components.seconds)
        return distance < 6 * 86_400 ? "\(dayName) \(clock)" : dateAndClock
    }
}
