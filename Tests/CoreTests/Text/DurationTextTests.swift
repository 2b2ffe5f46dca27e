import Core
import Testing

@Suite struct DurationTextTests {
    @Test(
        arguments: [
            ("0s", .zero), ("250ms", .milliseconds(250)), ("1s", .seconds(1)), ("10m", .minutes(10)),
            ("1h", .hours(1)), ("400d", .days(400)), ("1.5h", .minutes(90)), ("0.5s", .milliseconds(500)),
            ("007s", .seconds(7)), ("0.0004s", .zero), ("36525d", .days(36_525)),
        ] as [(String, Duration)])
    func `durations as the configuration writes them`(text: String, duration: Duration) {
        #expect(Duration(configuration: text) == duration)
    }

    @Test(
        arguments: [
            "", "s", "10", "10 m", " 10m", "10m ", "10M", "10min", "-1s", "+1s", "1e3s", ".5s", "5.s",
            "1.2.3s", "1,5h",
            "m10", "10mm", "1h30m", "NaNs", "infs", "0x1s", "١s", "36526d", "99999999999999999999d",
            "1" + String(repeating: "0", count: 400) + "s", "5s\u{301}",
        ])
    func `anything else is no duration`(text: String) {
        #expect(Duration(configuration: text) == nil)
    }

    @Test(
        arguments: [
            (.zero, "0 s"), (.seconds(-5), "0 s"), (.milliseconds(8999), "8 s"), (.seconds(59), "59 s"),
            (.seconds(60), "1 min"), (.seconds(44 * 60 + 59), "44 min"), (.seconds(3599), "59 min"),
            (.hours(1), "1 h"), (.seconds(2 * 3600 + 11 * 60), "2 h 11 min"),
            (.seconds(86_399), "23 h 59 min"),
            (.days(1), "1 d"), (.days(3) + .hours(4), "3 d 4 h"), (.days(3) + .minutes(59), "3 d"),
            (.seconds(Int64.max), "106751991167300 d 15 h"),
        ] as [(Duration, String)])
    func `durations in words, in their two largest units`(duration: Duration, words: String) {
        #expect(duration.inWords == words)
    }
}
