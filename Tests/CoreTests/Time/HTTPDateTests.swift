import Core
import Testing

@Suite struct HTTPDateTests {
    private let now = UnixTime(seconds: 1_796_061_780)

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
            ("Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"),
            (" \tMon, 30 Nov 2026 18:03:00 GMT ", "2026-11-30T18:03:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("Thu, 29 Feb 2024 00:00:00 GMT", "2024-02-29T00:00:00Z"),
            ("Tue, 01 Jan 0001 00:00:00 GMT", "0001-01-01T00:00:00Z"),
        ])
    func `the three forms of RFC 9110 are read`(text: String, expected: String) {
        #expect(UnixTime(httpDate: text, now: now)?.rfc3339 == expected)
    }

    @Test(
        arguments: [
            "", " ", "GMT", "1994", "0", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMTx", "Sun, 06 Nov 1994 08:49:37  GMT",
            "sun, 06 nov 1994 08:49:37 gmt",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2023 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nvo 1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov 06 08:49:37 94",
            "1994-11-06T08:49:37Z", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0000",
            "Sun, 06 Nov １９９４ 08:49:37 GMT",
        ])
    func `anything else is no date`(text: String) {
        #expect(UnixTime(httpDate: text, now: now) == nil)
    }

    @Test(
        arguments: [
            ("26", 2026), ("76", 2076), ("77", 1977), ("94", 1994), ("00", 2000), ("99", 1999),
        ] as [(String, Int64)])
    func `a year of two digits is the one within fifty years`(short: String, year: Int64) throws {
        let time = try #require(UnixTime(httpDate: "Friday, 15-May-\(short) 12:00:00 GMT", now: now))
        #expect(CivilTime(time).year == year)
    }

    @Test func `near the end of a century a year of two digits may be in the next`() throws {
        let late = try #require(CivilTime(year: 2099, month: 12, day: 31).time)
        let time = try #require(UnixTime(httpDate: "Friday, 01-Jan-00 00:00:10 GMT", now: late))
        #expect(CivilTime(time).year == 2100)
    }
}
