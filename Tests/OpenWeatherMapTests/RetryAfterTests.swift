import Core
import OpenWeatherMap
import Testing

@Suite struct RetryAfterTests {
    // 30 November 2026, 18:03:00 by the server, two hours later by us.
    private let server = UnixTime(seconds: 1_796_061_780)
    private let now = UnixTime(seconds: 1_796_061_780 + 7200)

    @Test(
        arguments: [
            ("1", .seconds(1)), ("120", .seconds(120)), (" 120\t", .seconds(120)), ("007", .seconds(7)),
            ("0", .seconds(1)), ("21600", .hours(6)), ("21601", .hours(6)),
            ("99999999999999999999999", .hours(6)),
            ("Mon, 30 Nov 2026 18:05:00 GMT", .seconds(120)),
            ("Monday, 30-Nov-26 18:05:00 GMT", .seconds(120)),
            ("Mon Nov 30 18:05:00 2026", .seconds(120)), ("Mon, 30 Nov 2026 18:03:00 GMT", .seconds(1)),
            ("Mon, 30 Nov 2020 18:05:00 GMT", .seconds(1)), ("Thu, 31 Dec 2026 00:00:00 GMT", .hours(6)),
        ] as [(String, Duration)])
    func `waits that are believed`(text: String, wait: Duration) {
        #expect(RetryAfter.duration(text, serverDate: server, now: now) == wait)
    }

    @Test(arguments: [
        "", " ", "-1", "+5", "1.5", "1e3", "0x10", "5s", "1 2", "١", "soon", "2026-11-30T18:05:00Z",
    ])
    func `anything else says nothing`(text: String) {
        #expect(RetryAfter.duration(text, serverDate: server, now: now) == nil)
    }

    @Test func `without a date of the server our clock counts`() {
        let date = "Mon, 30 Nov 2026 20:04:00 GMT"
        #expect(RetryAfter.duration(date, serverDate: nil, now: now) == .seconds(60))
    }
}
