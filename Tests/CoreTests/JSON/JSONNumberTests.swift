import Core
import Testing

@Suite struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", .integer(0)),
            ("-0", .integer(0)),
            ("5.0", .number(5)),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("-9223372036854775808", .integer(.min)),
            ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
            ("18446744073709551616", .number(18_446_744_073_709_551_616)),
            ("99999999999999999999999999", .number(1e26)),
            ("9007199254740993.0", .number(9_007_199_254_740_992)),
            ("9007199254740992.0", .number(9_007_199_254_740_992)),
            ("0.1", .number(0.1)),
            ("-8.72", .number(-8.72)),
            ("1e3", .number(1000)),
            ("1E-2", .number(0.01)),
            ("1e308", .number(1e308)),
            ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
            ("5e-324", .number(.leastNonzeroMagnitude)),
            ("1e-400", .number(0)),
            ("0e999999999999999999999", .number(0)),
            ("0.0000000000000000000001", .number(1e-22)),
            ("0.00000000000000000000001", .number(1e-23)),
            ("0.00000000000000000000000000000000000000000001", .number(1e-44)),
        ] as [(String, JSONValue)])
    func `numbers at the borders of their types`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test func `the sign of a negative zero with a fraction is kept`() throws {
        let zero = try #require(try JSONValue(parsing: "-0.0").number)
        #expect(zero == 0)
        #expect(zero.sign == .minus)
    }

    @Test func `two megabytes of digits are one number`() throws {
        let digits = String(repeating: "3", count: 2_000_000)
        #expect(try JSONValue(parsing: "0." + digits) == .number(0.3333333333333333))
        #expect(throws: JSONError(reason: .numberOutOfRange, offset: 0)) { try JSONValue(parsing: digits) }
    }

    /// The short way for decimals must agree to the bit with the standard library's conversion.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `every decimal is the nearest double`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10_000 {
            let digits = Int.random(in: 1...22, using: &random)
            var text = Bool.random(using: &random) ? "-" : ""
            text += String(UInt64.random(in: 0...999, using: &random)) + "."
            for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &random)) }
            if Int.random(in: 0..<8, using: &random) == 0 {
                text += "e\(Int.random(in: -30...30, using: &random))"
            }
            let expected = try #require(Double(text))
            let parsed = try #require(try JSONValue(parsing: text).number)
            #expect(parsed.bitPattern == expected.bitPattern, "\(text), seed \(seed)")
        }
    }

    @Test func `every 64-bit integer keeps its value`() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<10_000 {
            let shift = Int64.random(in: 0..<64, using: &random)
            let integer = Int64.random(in: .min ... .max, using: &random) >> shift
            #expect(try JSONValue(parsing: String(integer)) == .integer(integer))
        }
    }
}
