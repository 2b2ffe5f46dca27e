extension UnixTime {
    /// Parses the date of an HTTP header field (RFC 9110 §5.6.7) in any of its three forms.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate
    ///     Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
    ///     Sun Nov  6 08:49:37 1994          asctime(3)
    ///
    /// Surrounding blanks are allowed, nothing else is. The day's name must be one but need not be the right
    /// one. A year of two digits is the one within 50 years of `now`.
    ///
    /// - Returns: nil when the text is anything else or names a day that does not exist.
    package init?(httpDate text: String, now: UnixTime) {
        var date = HTTPDateText(text)
        guard let civil = date.fixdate() ?? date.rfc850(now: now) ?? date.asctime(), let time = civil.time
        else { return nil }
        self = time
    }
}

/// The bytes of one date; each form is tried from the start.
private struct HTTPDateText {
    private var rest: ArraySlice<UInt8>
    private let whole: ArraySlice<UInt8>

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longDays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    init(_ text: String) {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        whole = bytes
        rest = bytes
    }

    mutating func fixdate() -> CivilTime? {
        rest = whole
        guard word(of: HTTPDateText.shortDays) != nil, literal(", "), let day = digits(2), literal(" "),
            let month = word(of: HTTPDateText.months), literal(" "), let year = digits(4), literal(" "),
            let time = timeOfDay(), literal(" GMT"), rest.isEmpty
        else { return nil }
        return civil(year, month, day, time)
    }

    mutating func rfc850(now: UnixTime) -> CivilTime? {
        rest = whole
        guard word(of: HTTPDateText.longDays) != nil, literal(", "), let day = digits(2), literal("-"),
            let month = word(of: HTTPDateText.months), literal("-"), let short = digits(2), literal(" "),
            let time = timeOfDay(), literal(" GMT"), rest.isEmpty
        else { return nil }
        let thisYear = Int(CivilTime(now).year)
        var year = thisYear - thisYear % 100 + short
        if year > thisYear + 50 { year -= 100 }
        if year <= thisYear - 50 { year += 100 }
        return civil(year, month, day, time)
    }

    mutating func asctime() -> CivilTime? {
        rest = whole
        guard word(of: HTTPDateText.shortDays) != nil, literal(" "),
            let month = word(of: HTTPDateText.months), literal(" "),
            let day = literal(" ") ? digits(1) : digits(2), literal(" "), let time = timeOfDay(),
            literal(" "), let year = digits(4), rest.isEmpty
        else { return nil }
        return civil(year, month, day, time)
    }

    private func civil(
        _ year: Int, _ month: Int, _ day: Int, _ time: (hour: Int, minute: Int, second: Int)
    ) -> CivilTime {
        CivilTime(
            year: Int64(year), month: month + 1, day: day, hour: time.hour, minute: time.minute,
            second: time.second)
    }

    private mutating func timeOfDay() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = digits(2), literal(":"), let minute = digits(2), literal(":"),
            let second = digits(2)
        else { return nil }
        return (hour, minute, second)
    }

    /// The index of the word that comes next.
    private mutating func word(of words: [String]) -> Int? {
        words.firstIndex { literal($0) }
    }

    private mutating func literal(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(count)
        return value
    }
}
