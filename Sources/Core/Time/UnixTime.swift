/// A wall-clock time: whole seconds since 1970-01-01T00:00:00Z, leap seconds ignored.
///
/// This is what is stored and shown. It may jump when the clock is set and therefore drives no wait.
package struct UnixTime: Hashable, Comparable, Sendable {
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: UnixTime, right: UnixTime) -> Bool { left.seconds < right.seconds }

    /// The time this many seconds later; saturates.
    package func advanced(by duration: Duration) -> UnixTime {
        let (sum, overflow) = seconds.addingReportingOverflow(duration.components.seconds)
        return UnixTime(seconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// How far `other` lies after this time; negative when it lies before.
    package func duration(to other: UnixTime) -> Duration {
        let (difference, overflow) = other.seconds.subtractingReportingOverflow(seconds)
        return .seconds(overflow ? (other < self ? Int64.min : Int64.max) : difference)
    }
}

/// A date and time of day in the proleptic Gregorian calendar, UTC.
package struct CivilTime: Equatable, Sendable {
    package var year: Int64
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int64, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The calendar reading of a time.
    ///
    /// Times outside the years -9999…9999 are clamped to that range. The conversion is Howard Hinnant's
    /// `civil_from_days`.
    package init(_ time: UnixTime) {
        let seconds = min(max(time.seconds, -377_705_116_800), 253_402_300_799)
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let ofDay = seconds - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = Int(ofDay / 3600)
        minute = Int(ofDay % 3600 / 60)
        second = Int(ofDay % 60)
    }

    /// The time of this calendar reading, nil when a member is out of range (30 February, hour 24).
    package var time: UnixTime? {
        guard (-9999...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), day >= 1,
            day <= CivilTime.days(inMonth: month, of: year)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return UnixTime(seconds: days * 86_400 + Int64(hour * 3600 + minute * 60 + second))
    }

    private static func days(inMonth month: Int, of year: Int64) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension UnixTime {
    /// `2026-11-30T18:03:00Z` (RFC 3339, UTC).
    package var rfc3339: String {
        let civil = CivilTime(self)
        return civil.year.padded(4) + "-" + Int64(civil.month).padded(2) + "-"
            + Int64(civil.day).padded(2) + "T" + Int64(civil.hour).padded(2) + ":"
            + Int64(civil.minute).padded(2) + ":" + Int64(civil.second).padded(2) + "Z"
    }

    /// The first second of the UTC calendar month this time is in.
    package var startOfMonth: UnixTime {
        let civil = CivilTime(self)
        return CivilTime(year: civil.year, month: civil.month, day: 1).time ?? self
    }

    /// The first second of the following UTC calendar month.
    package var startOfNextMonth: UnixTime {
        let civil = CivilTime(self)
        let next = CivilTime(
            year: civil.month == 12 ? civil.year + 1 : civil.year,
            month: civil.month == 12 ? 1 : civil.month + 1, day: 1)
        return next.time ?? self
    }
}

extension Int64 {
    /// The decimal number with leading zeros up to `width` digits.
    package func padded(_ width: Int) -> String {
        let digits = String(magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
        return (self < 0 ? "-" : "") + zeros + digits
    }
}
