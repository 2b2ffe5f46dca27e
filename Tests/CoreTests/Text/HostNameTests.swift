import Core
import Testing

@Suite struct HostNameTests {
    @Test(
        arguments: [
            ("api.OpenWeatherMap.org.", "api.openweathermap.org"), ("a_b-c.test", "a_b-c.test"),
            ("127.0.0.1", "127.0.0.1"), ("[2001:DB8::1]", "2001:db8::1"),
            ("[::ffff:192.0.2.1]", "::ffff:192.0.2.1"),
            ("[1:2:3:4:5:6:7::]", "1:2:3:4:5:6:7::"),
        ])
    func `names and addresses are hosts`(text: String, host: String) {
        #expect(HostName.validated(text) == host)
    }

    @Test(
        arguments: [
            "", ".", "a..b", "-a.test", "a-.test", "a b", "a/b", "user@a", "a?b", "a#b", "a:b", "a%41",
            "é.test", "a\0b",
            "2001:db8::1", "[]", "[::1", "[:::]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7:8::]", "[12345::]",
            "[::1.2.3]",
            "[::1.2.3.4:5]", "[::256.0.0.1]", "[1::2::3]", "[1:]", "[:1]", String(repeating: "a", count: 64),
            String(repeating: "a.", count: 127) + "a",
        ])
    func `what a URL would take apart is none`(text: String) {
        #expect(HostName.validated(text) == nil)
    }

    @Test func `numbers are digits and nothing else`() {
        #expect("007".digits(as: UInt16.self) == 7)
        for text in ["", "+7", "-7", " 7", "7 ", "٣", "65536", "0x7"] {
            #expect(text.digits(as: UInt16.self) == nil)
        }
    }

    @Test(
        arguments: [
            (0.0, "0.0"), (-0.0, "-0.0"), (59.9133, "59.9133"), (1e-5, "0.00001"), (-1.25e-7, "-0.000000125"),
            (0.0001, "0.0001"), (1e-10, "0.0000000001"),
        ])
    func `small numbers have no exponent`(number: Double, text: String) {
        #expect(number.withoutExponent == text)
        #expect(Double(text) == number)
    }
}
