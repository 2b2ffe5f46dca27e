import Core
import Glibc
import Testing

@Suite struct CivilTimeTests {
    /// What glibc makes of a time.
    private func reference(_ seconds: Int64) throws -> CivilTime {
        var moment = time_t(seconds)
        var fields = tm()
        try #require(gmtime_r(&moment, &fields) != nil)
        return CivilTime(
            year: Int64(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec))
    }

    private func expectAgreement(_ seconds: Int64) throws {
        let civil = CivilTime(UnixTime(seconds: seconds))
        #expect(civil == (try reference(seconds)))
        #expect(civil.time == UnixTime(seconds: seconds))
    }

    @Test func `random times read as glibc reads them, and back`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<10_000 {
            try expectAgreement(.random(in: -377_705_116_800...253_402_300_799, using: &random))
            try expectAgreement(.random(in: -3_000_000_000...6_000_000_000, using: &random))
        }
    }

    @Test(
        arguments: [
            -377_705_116_800, 253_402_300_799, -62_167_219_200, -62_167_219_201, 0, -1, 1, 86_399, 86_400,
            -86_400,
            -86_401, 951_782_399, 951_782_400, 951_868_800, 4_107_542_399, 4_107_542_400, 2_147_483_647,
            2_147_483_648, 1_709_164_800, 1_709_251_199,
        ] as [Int64])
    func `edges read as glibc reads them, and back`(seconds: Int64) throws {
        try expectAgreement(seconds)
    }

    @Test func `random fields are the time that timegm makes of them, and only real dates are times`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<10_000 {
            let civil = CivilTime(
                year: .random(in: 1...9999, using: &random), month: .random(in: 0...13, using: &random),
                day: .random(in: 0...32, using: &random), hour: .random(in: 0...24, using: &random),
                minute: .random(in: 0...60, using: &random), second: .random(in: 0...59, using: &random))
            var fields = tm()
            fields.tm_year = Int32(civil.year - 1900)
            fields.tm_mon = Int32(civil.month - 1)
            fields.tm_mday = Int32(civil.day)
            fields.tm_hour = Int32(civil.hour)
            fields.tm_min = Int32(civil.minute)
            fields.tm_sec = Int32(civil.second)
            let seconds = timegm(&fields)
            // timegm carries what is out of range into the next field; such a reading is no date.
            let isReal =
                fields.tm_mon == civil.month - 1 && fields.tm_mday == civil.day
                && fields.tm_hour == civil.hour && fields.tm_min == civil.minute
            #expect(civil.time == (isReal ? UnixTime(seconds: Int64(seconds)) : nil))
        }
    }

    @Test(
        arguments: [
            (2024, 2, 29, true), (2023, 2, 29, false), (1900, 2, 29, false), (2000, 2, 29, true),
            (2023, 4, 31, false), (10_000, 1, 1, false), (-9999, 1, 1, true), (-10_000, 12, 31, false),
        ] as [(Int64, Int, Int, Bool)])
    func `leap years and the limits of the calendar`(year: Int64, month: Int, day: Int, exists: Bool) {
        #expect((CivilTime(year: year, month: month, day: day).time != nil) == exists)
    }

    @Test func `a leap second is the first second of the next minute`() {
        let leap = CivilTime(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
        #expect(leap.time == CivilTime(year: 2017, month: 1, day: 1).time)
        #expect(CivilTime(year: 2016, month: 12, day: 31, second: 61).time == nil)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (1_796_061_780, "2026-11-30T18:03:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (.max, "9999-12-31T23:59:59Z"), (.min, "-9999-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func `times in RFC 3339, clamped at the ends`(seconds: Int64, text: String) {
        #expect(UnixTime(seconds: seconds).rfc3339 == text)
    }

    @Test(
        arguments: [
            ("2026-02-14T10:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"),
            ("2026-12-31T23:59:59Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
            ("2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ])
    func `months begin and end in UTC`(time: String, start: String, next: String) throws {
        let digits = time.split { !$0.isNumber }.compactMap { Int($0) }
        let moment = try #require(
            CivilTime(
                year: Int64(digits[0]), month: digits[1], day: digits[2], hour: digits[3],
                minute: digits[4], second: digits[5]
            ).time)
        #expect(moment.startOfMonth.rfc3339 == start)
        #expect(moment.startOfNextMonth.rfc3339 == next)
    }

    @Test func `arithmetic on times saturates`() {
        let last = UnixTime(seconds: .max)
        let first = UnixTime(seconds: .min)
        #expect(last.advanced(by: .seconds(1)) == last)
        #expect(first.advanced(by: .seconds(-1)) == first)
        #expect(first.duration(to: last) == .seconds(Int64.max))
        #expect(last.duration(to: first) == .seconds(Int64.min))
        #expect(UnixTime(seconds: 5).duration(to: UnixTime(seconds: 2)) == .seconds(-3))
        #expect(UnixTime(seconds: 5).advanced(by: .milliseconds(1999)) == UnixTime(seconds: 6))
    }
}
