import Core
import Testing
import windsock

struct TextTests {
    private static let decisions: [RetryDecision] = [
        .waitForOnline(after: 1), .tryFreshConnection, .waitForTimer(.seconds(3)), .waitForKey,
        .waitForQuota(nil), .waitForPlace, .giveUp(counts: true),
    ]

    @Test(arguments: decisions)
    func `every decision of the journal is said in words`(_ decision: RetryDecision) {
        let record = AttemptRecord(
            at: UnixTime(seconds: 0), place: nil, kind: "current", attempt: 1, outcome: "timed_out",
            duration: .zero, bytes: 0, decision: decision.label)
        #expect(!AttemptWords.decision(record, here: LocalTime(record.at, in: .machine)).contains("_"))
    }

    @Test(arguments: [
        ("Oslo", 4), ("São Paulo", 9), ("Sa\u{303}o", 3), ("東京", 4), ("서울", 4),
        ("👩‍👩‍👧", 2), ("🇳🇴", 2), ("❄️", 2),
        ("❄", 1), ("−3.0 °C", 7), ("", 0), ("คำ", 2), ("ﾊﾝｶｸ", 4), ("⡀⠤", 2), ("Z̸̧̛͔͇", 1),
    ])
    func `width is counted in columns`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `a text is cut at a whole character and never too wide`() {
        #expect("Oslo".fitted(6) == "Oslo  ")
        #expect("Oslo".fitted(6, alignment: .right) == "  Oslo")
        #expect("東京都庁".shortened(6) == "東京…")
        #expect("東京都庁".fitted(6) == "東京… ")
        #expect("Oslo".shortened(4) == "Oslo")
        #expect("Oslo".shortened(0) == "")
    }

    @Test func `a table aligns its columns and leaves no space at the end of a line`() {
        var table = TextTable([.init("PLACE", mayShrink: true), .init("NOW", .right), .init("")])
        table.append(["東京", "11.2 °C", ""])
        table.append(["Llanfairpwllgwyngyll", "−3.0 °C", .init("stale", .stale)])
        #expect(
            table.lines(width: 80, style: .plain) == [
                "PLACE                     NOW",
                "東京                  11.2 °C",
                "Llanfairpwllgwyngyll  −3.0 °C  stale",
            ])
        #expect(
            table.lines(width: 28, style: .coloured) == [
                "PLACE             NOW",
                "東京          11.2 °C",
                "Llanfairpwl…  −3.0 °C  \u{1B}[33mstale\u{1B}[0m",
            ])
        for line in table.lines(width: 28, style: .plain) { #expect(DisplayWidth.of(line) <= 28) }
    }

    @Test(arguments: [
        (-3.0, 1, "−3.0"), (-0.04, 1, "0.0"), (11.25, 1, "11.3"), (0.5, 0, "1"), (99.96, 1, "100.0"),
        (5.05, 2, "5.05"),
        (.nan, 1, "–"), (.infinity, 1, "–"), (1e300, 1, "1e+300"),
    ])
    func `numbers are rounded and have a true minus`(_ value: Double, _ digits: Int, _ text: String) {
        #expect(value.text(digits) == text)
    }

    @Test func `counts and sizes are easy to read`() {
        #expect(1_000_000.grouped == "1,000,000")
        #expect((-4210).grouped == "−4,210")
        #expect(1.counted("place") == "1 place")
        #expect(0.counted("place") == "0 places")
        #expect(Int64(812).asBytes == "812 B")
        #expect(Int64(2_400_000).asBytes == "2.4 MB")
        #expect(Int64(999_999).asBytes == "1.0 MB")
    }

    @Test func `a place's clock is its own`() {
        let time = LocalTime(Samples.now, in: .offset(3600))
        #expect(time.dateAndClock == "2026-11-30 15:20")
        #expect(time.dayName == "Mon")
        #expect(LocalTime(UnixTime(seconds: 0), in: .offset(-3600)).dayName == "Wed")
        #expect(LocalTime(UnixTime(seconds: .max), in: .offset(.max)).civil.year == 9999)
        let now = LocalTime(Samples.now, in: .offset(0))
        #expect(LocalTime(Samples.now.advanced(by: .hours(1)), in: .offset(0)).brief(now: now) == "15:20")
        #expect(LocalTime(Samples.now.advanced(by: .days(1)), in: .offset(0)).brief(now: now) == "Tue 14:20")
        #expect(
            LocalTime(Samples.now.advanced(by: .days(9)), in: .offset(0)).brief(now: now)
                == "2026-12-09 14:20")
    }

    @Test(arguments: [
        ("7d", "2026-11-23T14:20:00Z"), ("12h", "2026-11-30T02:20:00Z"),
        ("2026-11-30T14:00Z", "2026-11-30T14:00:00Z"),
        ("2026-11-30T14:00:30Z", "2026-11-30T14:00:30Z"), ("2026-11-30T14:00+01:00", "2026-11-30T13:00:00Z"),
        ("2026-11-30 14:00-05:30", "2026-11-30T19:30:00Z"),
    ])
    func `a time is read in every form`(_ text: String, _ time: String) {
        #expect(UnixTime(argument: text, now: Samples.now)?.rfc3339 == time)
    }

    @Test(arguments: [
        "", "yesterday", "7", "2026-02-30", "2026-11-30T25:00Z", "2026-1-1", "2026-11-30T14:00+25:00",
        "T14:00", "2026-11-30T14:00+01:60", "2026-11-30T14:00+24:00", "2026-11-30T14:00Z01:00",
        "2026-11-30T", "２０２６-11-30",
    ])
    func `what is no time is refused`(_ text: String) {
        #expect(UnixTime(argument: text, now: Samples.now) == nil)
    }

    @Test func `positions are plain decimal numbers within the globe`() throws {
        #expect(try Coordinates(argument: " -33.9, 18.4 ") == Samples.position(-33.9, 18.4))
        #expect(throws: InputFault.outOfRange(axis: "latitude", value: "91", limit: 90)) {
            try Coordinates(argument: "91,0")
        }
        #expect(throws: InputFault.outOfRange(axis: "longitude", value: "-180.01", limit: 180)) {
            try Coordinates(argument: "0,-180.01")
        }
        for text in ["", "51.5", "51.5,", "nan,0", "0x10,0", "1e1,0", "51.5;0", "51.5,0,0", "51,5,0,1"] {
            #expect(throws: InputFault.notAPosition(text)) { try Coordinates(argument: text) }
        }
    }

    @Test func `an ASCII terminal gets a column for a column`() {
        #expect(Output.ascii("−3.0 °C · 東京 – µg/m³…") == "-3.0  C - ???? - ug/m3~")
        #expect(Output.ascii("plain") == "plain")
    }

    @Test func `the terminal decides about colour, width and plain pictures`() {
        func terminal(_ isTerminal: Bool, _ variables: [String: String]) -> Terminal {
            Terminal(isTerminal: isTerminal, canAsk: false, columns: 100) { variables[$0] }
        }
        let good = ["TERM": "xterm", "LANG": "en_US.UTF-8"]
        #expect(terminal(true, good).style == .coloured)
        #expect(terminal(true, good).width == 100)
        #expect(terminal(false, good).style == .plain)
        #expect(terminal(false, good).width >= 10_000)
        #expect(terminal(true, good.merging(["NO_COLOR": "1"]) { $1 }).style == .plain)
        #expect(terminal(true, good.merging(["NO_COLOR": ""]) { $1 }).style == .coloured)
        #expect(terminal(true, ["TERM": "dumb"]).style == .plain)
        #expect(terminal(true, ["TERM": "xterm", "LC_ALL": "C"]).isASCII)
        #expect(!terminal(false, ["LC_ALL": "C"]).isASCII)
        #expect(!terminal(true, ["TERM": "xterm"]).isASCII)
        #expect(terminal(true, ["TERM": "linux"]).isPlain)
    }

    @Test func `one key of the configuration is enough to tell stale from fresh`() {
        #expect(StaleAfter.value(in: "[sync]\nstale_after = 2h\n") == .hours(2))
        #expect(StaleAfter.value(in: "[store]\nstale_after = 2h\n") == StaleAfter.standard)
        #expect(StaleAfter.value(in: "[sync]\n# stale_after = 2h\n") == StaleAfter.standard)
        #expect(StaleAfter.value(in: "[sync]\r\nstale_after = soon\r\n") == StaleAfter.standard)
        #expect(StaleAfter.value(in: "\u{FEFF}[sync]\nstale_after = 2h\n") == .hours(2))
        #expect(StaleAfter.value(in: "[ sync ]\nstale_after=45m") == .minutes(45))
    }

    @Test func `a key is one printable word`() throws {
        let key = "0123456789abcdef0123456789abcdef"
        #expect(try KeyFile.key(in: Array(" \(key)\r\n".utf8)) == key)
        #expect(throws: InputFault.emptyKey) { try KeyFile.key(in: Array(" \n".utf8)) }
        for text in ["two words", "tab\tkey", "umläut", String(repeating: "a", count: 129), "a\nb"] {
            #expect(throws: InputFault.malformedKey) { try KeyFile.key(in: Array(text.utf8)) }
        }
    }
}
