import Core
import Glibc
import OpenWeatherMap
import Testing
import windsock

@Suite struct TimeFuzz {
    private static let now = UnixTime(seconds: Bodies.time)
    private static let words = [
        "0", "1", "9", "59", "60", "ms", "s", "m", "h", "d", ".", "-", "+", ":", "T", "Z", " ", "e", "é",
        "\u{301}", "٣",
        "GMT", ", ", "Mon", "Feb", "30",
    ].samples

    // MARK: durations

    @Test func `a duration that is written is read again`() {
        let units: [(String, Int64)] = [
            ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
        ]
        fuzz("durations", 30_000) { draw in
            let (unit, milliseconds) = draw.one(of: units)
            let count = Int64(draw.below(Int(3_155_760_000_000 / milliseconds) + 1)) >> Int64(draw.below(30))
            let text = "\(count)\(unit)"
            draw.note(text)
            try claim(Duration(configuration: text), is: .milliseconds(count * milliseconds), text)
            let words = Duration.milliseconds(count * milliseconds).inWords
            try claim(
                words.split(separator: " ").count, is: words.contains(" d ") || words.contains(" h ") ? 4 : 2,
                words)
        }
    }

    @Test func `what is taken for a duration looks like one`() {
        let samples = ["250ms", "10m", "1.5h", "0s", "400d", "36525d", "30s"].samples
        fuzz("duration texts", 30_000) { draw in
            let text = draw.damagedText(samples, words: TimeFuzz.words)
            guard let duration = Duration(configuration: text) else { return }
            try claim(duration >= .zero && duration <= .days(36_525), "\(duration)")
            let unit = ["ms", "s", "m", "h", "d"].first { text.hasSuffix($0) }.map { $0.utf8.count } ?? 0
            let parts = text.utf8.dropLast(unit).split(
                separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isNumber =
                parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(TimeFuzz.isDigit) }
            try claim(unit > 0 && isNumber, "it was taken for \(duration)")
        }
    }

    // MARK: dates of HTTP

    @Test func `a date of HTTP that is written is read again, in each of its forms`() {
        let forms = ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"]
        fuzz("HTTP dates", 20_000) { draw in
            let isShort = draw.below(forms.count)
            // A year of two digits is one within 50 of this.
            let years = isShort == 1 ? 1977...2075 : 1...9999
            let first = CivilTime(year: Int64(years.lowerBound), month: 1, day: 1).time?.seconds ?? 0
            let last = CivilTime(year: Int64(years.upperBound), month: 12, day: 31).time?.seconds ?? 0
            let time = UnixTime(seconds: first + Int64(draw.below(Int(last - first))))
            let text = TimeFuzz.formatted(time, forms[isShort])
            draw.note(text)
            try claim(UnixTime(httpDate: text, now: TimeFuzz.now), is: time, text)
        }
    }

    @Test func `a Retry-After is between a second and six hours, whatever it says`() {
        let samples = [
            "120", "0", " 3600 ", "99999999999999999999999", "Mon, 30 Nov 2026 14:25:00 GMT",
            "Monday, 30-Nov-26 14:25:00 GMT", "Mon Nov 30 14:25:00 2026",
        ].samples
        fuzz("Retry-After", 30_000) { draw in
            let text = draw.damagedText(samples, words: TimeFuzz.words)
            let date = draw.oneIn(2) ? UnixTime(seconds: draw.integer()) : nil
            let now = draw.oneIn(4) ? UnixTime(seconds: draw.integer()) : TimeFuzz.now
            guard let wait = RetryAfter.duration(text, serverDate: date, now: now) else { return }
            try claim(RetryAfter.range.contains(wait), "\(wait)")
            guard let asked = Int64(text), asked >= 0 else { return }
            try claim(wait, is: .seconds(min(max(asked, 1), 21_600)), "seconds")
        }
    }

    // MARK: times on the command line

    @Test func `a time on the command line is the one that timegm finds, or none`() {
        fuzz("time arguments", 20_000) { draw in
            let (year, month, day) = (draw.number(0...9999), draw.number(0...13), draw.number(0...32))
            let (hour, minute, second) = (draw.number(0...25), draw.number(0...61), draw.number(0...61))
            let (hours, minutes) = (draw.number(0...26), draw.oneIn(2) ? 0 : draw.number(0...99))
            let sign = draw.one(of: ["+", "-"])
            let isUTC = draw.oneIn(2)
            let date =
                TimeFuzz.padded(year, 4) + "-" + TimeFuzz.padded(month, 2) + "-" + TimeFuzz.padded(day, 2)
            let clock = [hour, minute, second].map { TimeFuzz.padded($0, 2) }.joined(separator: ":")
            let offset = isUTC ? "Z" : sign + TimeFuzz.padded(hours, 2) + ":" + TimeFuzz.padded(minutes, 2)
            let text = date + draw.one(of: ["T", " "]) + clock + offset
            draw.note(text)
            let read = UnixTime(argument: text, now: TimeFuzz.now)
            var fields = tm()
            fields.tm_year = Int32(year - 1900)
            fields.tm_mon = Int32(month - 1)
            fields.tm_mday = Int32(day)
            let midnight = timegm(&fields)
            let isReal =
                fields.tm_mon == month - 1 && fields.tm_mday == day && hour < 24 && minute < 60
                && second <= 60
                && (isUTC || (hours < 24 && minutes < 60))
            let distance = isUTC ? 0 : (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
            let expected = Int64(midnight) + Int64(hour * 3600 + minute * 60 + second - distance)
            try claim(read, is: isReal ? UnixTime(seconds: expected) : nil, text)
        }
    }

    @Test func `what is taken for a time looks like one`() {
        let samples = [
            "2026-11-30", "2026-11-30T14:00", "2026-11-30 14:00:30Z", "2026-11-30T14:00+01:00", "7d", "1.5h",
        ].samples
        let shapes = Set(
            ["T", " "].flatMap { mark in
                ["00:00", "00:00:00"].flatMap { clock in
                    ["", "Z", "+00:00", "-00:00"].map { "0000-00-00" + mark + clock + $0 }
                }
            } + ["0000-00-00"])
        fuzz("time texts", 25_000) { draw in
            let text = draw.damagedText(samples, words: TimeFuzz.words)
            guard let time = UnixTime(argument: text, now: TimeFuzz.now) else { return }
            if Duration(configuration: text) != nil { return }
            let shape = String(
                decoding: text.utf8.map { TimeFuzz.isDigit($0) ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
            try claim(shapes.contains(shape), "it was taken for \(time.rfc3339)")
        }
    }

    @Test func `every second is a date and time that is that second, and every clock shows it`() {
        fuzz("calendar", 30_000) { draw in
            let time = UnixTime(seconds: draw.integer())
            let civil = CivilTime(time)
            let clamped = min(max(time.seconds, -377_705_116_800), 253_402_300_799)
            try claim(civil.time, is: UnixTime(seconds: clamped), "\(civil)")
            let local = LocalTime(time, in: .offset(draw.integer()))
            try claim((0...6).contains(local.weekday) && local.clock.count == 5, local.dateAndClock)
            _ = local.brief(now: LocalTime(UnixTime(seconds: draw.integer()), in: .offset(draw.integer())))
            try claim(time.startOfMonth <= UnixTime(seconds: clamped), "the month begins later")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func padded(_ number: Int, _ width: Int) -> String { Int64(number).padded(width) }

    /// The time as strftime(3) writes it, in English whatever the locale: the C library starts in `C`.
    private static func formatted(_ time: UnixTime, _ form: String) -> String {
        var seconds = time_t(time.seconds)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        var buffer = [CChar](repeating: 0, count: 64)
        // strftime's %Y pads to no width.
        let year = Int64(fields.tm_year + 1900).padded(4)
        let count = strftime(&buffer, buffer.count, form.replacing("%Y", with: year), &fields)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
