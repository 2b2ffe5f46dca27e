package import Core
import Glibc

extension UnixTime {
    /// Reads a time as `--since` and `--until` take it: a duration ago (`7d`, `12h`), a date, or a date and
    /// time of day, here (`2026-11-30T14:00`), in UTC (with `Z`) or at a distance from it (with `+01:00`).
    ///
    /// Nil when it is none of these. A time of day the zone skips is moved as mktime(3) does.
    package init?(argument text: String, now: UnixTime) {
        if let ago = Duration(configuration: text) {
            self = now.advanced(by: .zero - ago)
            return
        }
        let (day, time, offset) = UnixTime.parts(text)
        guard let civil = UnixTime.civil(day: day, time: time), let utc = civil.time else { return nil }
        switch offset {
        case "Z": self = utc
        case "": self = UnixTime.here(civil) ?? utc
        default:
            guard let distance = UnixTime.distance(offset) else { return nil }
            self = utc.advanced(by: .seconds(-distance))
        }
    }

    private static func parts(_ text: String) -> (day: Substring, time: Substring?, offset: Substring) {
        let separator = text.firstIndex { $0 == "T" || $0 == " " }
        guard let separator else { return (text[...], nil, "") }
        let rest = text[text.index(after: separator)...]
        let sign = rest.firstIndex { $0 == "Z" || $0 == "+" || $0 == "-" } ?? rest.endIndex
        return (text[..<separator], rest[..<sign], rest[sign...])
    }

    private static func civil(day: Substring, time: Substring?) -> CivilTime? {
        guard let date = numbers(day, "-", widths: [4, 2, 2]) else { return nil }
        var clock: [Int64] = [0, 0, 0]
        if let time {
            guard let given = numbers(time, ":", widths: [2, 2]) ?? numbers(time, ":", widths: [2, 2, 2])
            else {
                return nil
            }
            clock.replaceSubrange(0..<given.count, with: given)
        }
        return CivilTime(
            year: date[0], month: Int(date[1]), day: Int(date[2]), hour: Int(clock[0]), minute: Int(clock[1]),
            second: Int(clock[2]))
    }

    private static func numbers(_ text: Substring, _ separator: Character, widths: [Int]) -> [Int64]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.count) == widths else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(part) : nil
        }
        return numbers.count == widths.count ? numbers : nil
    }

    private static func distance(_ text: Substring) -> Int64? {
        guard let sign = text.first, sign == "+" || sign == "-",
            let numbers = numbers(text.dropFirst(), ":", widths: [2, 2]), numbers[0] < 24, numbers[1] < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (numbers[0] * 3600 + numbers[1] * 60)
    }

    /// The reading of this machine's clock as a time.
    private static func here(_ civil: CivilTime) -> UnixTime? {
        var parts = tm()
        parts.tm_year = Int32(civil.year - 1900)
        parts.tm_mon = Int32(civil.month - 1)
        parts.tm_mday = Int32(civil.day)
        parts.tm_hour = Int32(civil.hour)
        parts.tm_min = Int32(civil.minute)
        parts.tm_sec = Int32(civil.second)
        parts.tm_isdst = -1
        let seconds = mktime(&parts)
        return seconds == -1 ? nil : UnixTime(seconds: Int64(seconds))
    }
}
