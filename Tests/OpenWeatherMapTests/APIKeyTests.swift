import OpenWeatherMap
import Testing

@Suite struct APIKeyTests {
    private static let canary = "c0ffee00c0ffee00c0ffee00c0ffee00"

    @Test func `a key shows itself nowhere`() throws {
        let key = try APIKey(APIKeyTests.canary)
        struct Holder {
            var key: APIKey
            var keys: [APIKey?]
        }
        var dumped = ""
        dump(Holder(key: key, keys: [key, nil]), to: &dumped)
        let texts = [
            "\(key)", String(describing: key), String(reflecting: key), key.description, key.debugDescription,
            "\(Optional(key) as Any)", "\([key])", "\(["a": key])", "\(Holder(key: key, keys: [key]))",
            dumped,
            "\(Redactor([key]))", "\(Mirror(reflecting: key).children.map { $0 })",
        ]
        for text in texts {
            #expect(!text.contains(APIKeyTests.canary))
            #expect(!text.contains(String(key.fingerprint)))
        }
        #expect("\(key)" == "APIKey(…)")
    }

    @Test(arguments: ["k", " k", "k\n", "\tk \r\n", "\u{0B}k\u{0C}"])
    func `white space around a key is not part of it`(text: String) throws {
        #expect(try APIKey(text) == APIKey("k"))
    }

    @Test(
        arguments: [
            ("", .keyEmpty), (" \n\t", .keyEmpty), ("a b", .keyUnprintable), ("a\nb", .keyUnprintable),
            ("a\0", .keyUnprintable), ("clé", .keyUnprintable), ("\u{FEFF}a", .keyUnprintable),
            ("\u{A0}a", .keyUnprintable), ("a\u{7F}", .keyUnprintable),
            (String(repeating: "a", count: 129), .keyTooLong(129)),
        ] as [(String, SettingFault)])
    func `what no key can be is refused`(text: String, fault: SettingFault) {
        #expect(throws: fault) { try APIKey(text) }
    }

    @Test func `a key may have 128 characters`() throws {
        _ = try APIKey(String(repeating: "~", count: 128) + "\n")
    }

    @Test func `fingerprints are FNV-1a and tell keys apart`() throws {
        #expect(try APIKey("a").fingerprint == Int64(bitPattern: 0xaf63_dc4c_8601_ec8c))
        #expect(try APIKey("foobar").fingerprint == Int64(bitPattern: 0x8594_4171_f739_67e8))
        #expect(try APIKey("foobar").fingerprint != APIKey("foobas").fingerprint)
    }

    @Test(
        arguments: [
            ("", ""), ("nothing here", "nothing here"), ("s3cr+t/K", "…"),
            ("a s3cr+t/K b s3cr+t/K", "a … b …"), ("s3cr+t/Ks3cr+t/K", "……"),
            ("?appid=s3cr%2Bt%2FK&x=1", "?appid=…&x=1"), ("s3cr%2bt%2fK", "…"), ("%733cr+t%2FK", "…"),
            ("%73%33%63%72%2B%74%2F%4B", "…"), ("ss3cr+t/K", "s…"), ("s3cr+t/", "s3cr+t/"),
            ("s3cr%2", "s3cr%2"), ("S3CR+T/K", "S3CR+T/K"), ("é s3cr+t/K 🌧", "é … 🌧"),
        ])
    func `a redactor takes every spelling of the key out, and nothing else`(text: String, shown: String)
        throws
    {
        #expect(Redactor([try APIKey("s3cr+t/K")]).redact(text) == shown)
    }

    @Test func `a redactor knows several keys, one of which may begin another`() throws {
        let redactor = Redactor([try APIKey("abc"), try APIKey("abcdef"), try APIKey("%41x")])
        #expect(redactor.redact("abcdef abc abd %41x %2541x Ax") == "… … abd … … Ax")
        #expect(Redactor([]).redact("abc") == "abc")
    }
}
