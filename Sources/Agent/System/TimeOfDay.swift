import Core
import Glibc

/// Hours and minutes in this machine's zone, for people: localtime_r(3).
struct TimeOfDay: CustomStringConvertible {
    private let parts: tm

    /// Nil for a time beyond what the calendar holds.
    init?(_ time: UnixTime) {
        var seconds = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        self.parts = parts
    }

    var description: String {
        let (hour, minute) = (Int(parts.tm_hour), Int(parts.tm_min))
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
