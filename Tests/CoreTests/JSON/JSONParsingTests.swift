import Core
import Testing

@Suite struct JSONParsingTests {
    @Test(
        arguments: [
            ("null", .null),
            (" \t\r\n true \n", .bool(true)),
            ("false", .bool(false)),
            ("\"\"", .string("")),
            ("[]", .array([])),
            ("{}", .object([])),
            (
                "[ 1 , [2], {\"a\" : 3} ]",
                .array([.integer(1), .array([.integer(2)]), .object([JSONMember("a", .integer(3))])])
            ),
            ("{\"\":0}", .object([JSONMember("", .integer(0))])),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u0041\u00e9\u20AC\u0000""#, .string("Aé€\0")),
            (#""\ud83c\udf27""#, .string("🌧")),
            (#""a\ud83c\udf27b\u0063""#, .string("a🌧bc")),
            ("\"Москва 東京 \u{7F}\"", .string("Москва 東京 \u{7F}")),
            ("\"\u{2028}\u{FEFF}\u{10FFFF}\"", .string("\u{2028}\u{FEFF}\u{10FFFF}")),
            ("{\"a\":1,\"a\":2}", .object([JSONMember("a", .integer(1)), JSONMember("a", .integer(2))])),
        ] as [(String, JSONValue)])
    func `what RFC 8259 allows is read`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0),
            ("   ", .unexpectedEnd, 3),
            ("[", .unexpectedEnd, 1),
            ("[1", .unexpectedEnd, 2),
            ("[1,", .unexpectedEnd, 3),
            ("[1,]", .unexpectedByte, 3),
            ("[,1]", .unexpectedByte, 1),
            ("[1 2]", .unexpectedByte, 3),
            ("[1}", .unexpectedByte, 2),
            ("{\"a\":1,}", .unexpectedByte, 7),
            ("{\"a\" 1}", .unexpectedByte, 5),
            ("{\"a\":}", .unexpectedByte, 5),
            ("{\"a\"", .unexpectedEnd, 4),
            ("{\"a\":", .unexpectedEnd, 5),
            ("{a:1}", .unexpectedByte, 1),
            ("{'a':1}", .unexpectedByte, 1),
            ("{1:1}", .unexpectedByte, 1),
            ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedByte, 3),
            ("True", .unexpectedByte, 0),
            ("NaN", .unexpectedByte, 0),
            ("Infinity", .unexpectedByte, 0),
            ("-Infinity", .invalidNumber, 1),
            ("null null", .trailingBytes, 5),
            ("{}x", .trailingBytes, 2),
            ("[] // remark", .trailingBytes, 3),
            ("[1]\0", .trailingBytes, 3),
            ("\u{FEFF}{}", .unexpectedByte, 0),
            ("<html>", .unexpectedByte, 0),
            ("-", .unexpectedEnd, 1),
            ("+1", .unexpectedByte, 0),
            (".5", .unexpectedByte, 0),
            ("1.", .unexpectedEnd, 2),
            ("[1.]", .invalidNumber, 3),
            ("1.e3", .invalidNumber, 2),
            ("1e", .unexpectedEnd, 2),
            ("[1e+]", .invalidNumber, 4),
            ("01", .invalidNumber, 1),
            ("-012", .invalidNumber, 2),
            ("00.5", .invalidNumber, 1),
            ("0x10", .trailingBytes, 1),
            ("1e999", .numberOutOfRange, 0),
            ("[-1e309]", .numberOutOfRange, 1),
            ("\"", .unexpectedEnd, 1),
            ("\"a", .unexpectedEnd, 2),
            ("\"a\nb\"", .controlCharacter, 2),
            ("\"\\n\tb\"", .controlCharacter, 3),
            (#""\x41""#, .invalidEscape, 2),
            (#""\u12"#, .unexpectedEnd, 5),
            (#""\u12g4""#, .invalidEscape, 5),
            (#""\ud800""#, .invalidEscape, 7),
            (#""\udc00""#, .invalidEscape, 7),
            (#""\ud800x""#, .invalidEscape, 7),
            (#""\ud800\n""#, .invalidEscape, 8),
            (#""\ud800\u0041""#, .invalidEscape, 13),
            (#""\ud800\ud800""#, .invalidEscape, 13),
        ] as [(String, JSONError.Reason, Int)])
    func `what RFC 8259 forbids is refused, with the place`(
        text: String, reason: JSONError.Reason, offset: Int
    ) {
        #expect(throws: JSONError(reason: reason, offset: offset)) { try JSONValue(parsing: text) }
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF, 0xFE],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused in a string, with and without an escape, and elsewhere`(
        bytes: [UInt8]
    ) {
        let quote = UInt8(ascii: "\"")
        let plain = [quote, 0x61] + bytes + [quote]
        let escaped = [quote] + Array("\\n".utf8) + bytes + [quote]
        #expect(throws: JSONError(reason: .invalidUTF8, offset: 1)) { try JSONValue(parsing: plain) }
        #expect(throws: JSONError(reason: .invalidUTF8, offset: 1)) { try JSONValue(parsing: escaped) }
        #expect(throws: JSONError(reason: .unexpectedByte, offset: 0)) { try JSONValue(parsing: bytes) }
    }

    @Test func `UTF-16 is refused`() {
        let text = Array("{}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }

    @Test func `nesting ends at the limit, for arrays and objects alike`() throws {
        let limit = JSONValue.depthLimit
        func arrays(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        func objects(_ depth: Int) -> String {
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        }
        _ = try JSONValue(parsing: arrays(limit))
        _ = try JSONValue(parsing: objects(limit))
        for text in [arrays(limit + 1), objects(limit + 1), String(repeating: "[", count: 1 << 20)] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
            #expect(error?.reason == .tooDeep)
        }
        _ = try JSONValue(
            parsing: "[" + Array(repeating: arrays(limit - 1), count: 3).joined(separator: ",") + "]")
    }

    @Test func `of members with the same name the first is found, and only objects have members`() throws {
        let value = try JSONValue(parsing: "{\"a\":1,\"b\":null,\"a\":2}")
        #expect(value["a"] == .integer(1))
        #expect(value["b"]?.isNull == true)
        #expect(value["c"] == nil)
        #expect(try JSONValue(parsing: "[{\"a\":1}]")["a"] == nil)
    }

    @Test func `values of another type are nil`() {
        #expect(JSONValue.string("5").number == nil)
        #expect(JSONValue.string("5").integer == nil)
        #expect(JSONValue.bool(true).integer == nil)
        #expect(JSONValue.integer(1).bool == nil)
        #expect(JSONValue.integer(1).string == nil)
        #expect(JSONValue.null.array == nil)
        #expect(JSONValue.number(5).integer == 5)
        #expect(JSONValue.number(5.5).integer == nil)
        #expect(JSONValue.number(1e30).integer == nil)
        #expect(JSONValue.integer(-7).number == -7)
    }
}
