import Core
import Testing

@Suite struct JSONWriterTests {
    @Test func `commas stand between members and elements only`() {
        var json = JSONWriter()
        json.object { json in
            json.member("a", 1)
            json.member(
                "b",
                array: { json in
                    json.value(true)
                    json.null()
                    json.object { _ in }
                    json.array { $0.value("x") }
                })
            json.member("c", object: { $0.member("d", nil as String?) })
            json.member("e", 0.5)
        }
        #expect(json.text == #"{"a":1,"b":[true,null,{},["x"]],"c":{"d":null},"e":0.5}"#)
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (5, "5"), (-3.25, "-3.25"), (1e15, "1000000000000000.0"),
            (1e300, "1e+300"),
            (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func `numbers are written as JSON has them`(number: Double, text: String) {
        var json = JSONWriter()
        json.value(number)
        #expect(json.text == text)
    }

    @Test(
        arguments: [
            ("\0", #"\u0000"#), ("\u{1B}[31m", #"\u001b[31m"#), ("\u{7F}", #"\u007f"#),
            ("\u{9B}", #"\u009b"#), ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#),
            ("\u{200E}", #"\u200e"#), ("\u{61C}", #"\u061c"#), ("\u{2028}", #"\u2028"#),
            ("\n\r\t", #"\n\r\t"#), ("\"\\/", #"\"\\/"#), ("São 🌧", "São 🌧"),
        ])
    func `nothing that moves a cursor or turns a line around is written raw`(text: String, escaped: String)
        throws
    {
        var json = JSONWriter()
        json.value(text)
        #expect(json.text == "\"" + escaped + "\"")
        #expect(try JSONValue(parsing: json.bytes) == .string(text))
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `what is written is read again`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let value = JSONValue.random(depth: 4, using: &random)
            var json = JSONWriter()
            json.value(value)
            #expect(try JSONValue(parsing: json.bytes) == value, "seed \(seed): \(json.text)")
        }
    }
}

extension JSONValue {
    /// A value as the parser would yield it: whole numbers below 10^15 are integers.
    fileprivate static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2:
            return .integer(
                .random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
        case 3:
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { return .number(0.5) }
            guard let whole = Int64(exactly: number), number.magnitude < 1e15 else { return .number(number) }
            return .integer(whole)
        case 4: return .string(text(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                    .random(depth: depth - 1, using: &random)
                })
        default:
            return .object(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                    JSONMember(text(using: &random), .random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let limits: [UInt32] = [0x80, 0x100, 0x3000, 0x110000]
            let limit = limits[Int.random(in: 0..<limits.count, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
