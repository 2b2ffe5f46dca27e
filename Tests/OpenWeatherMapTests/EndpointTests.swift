import OpenWeatherMap
import Testing

@Suite struct EndpointTests {
    @Test(
        arguments: [
            (
                "https://api.openweathermap.org", "https://api.openweathermap.org", "api.openweathermap.org",
                443, ""
            ),
            (
                "HTTPS://API.OpenWeatherMap.org/", "https://api.openweathermap.org", "api.openweathermap.org",
                443, ""
            ),
            (
                "https://api.openweathermap.org.:443", "https://api.openweathermap.org",
                "api.openweathermap.org", 443, ""
            ),
            ("https://owm.example:8443/a/b/", "https://owm.example:8443", "owm.example", 8443, "/a/b"),
            ("https://192.0.2.7", "https://192.0.2.7", "192.0.2.7", 443, ""),
            ("https://[2001:DB8::7]:8443/x", "https://[2001:db8::7]:8443", "2001:db8::7", 8443, "/x"),
            ("http://localhost:8080", "http://localhost:8080", "localhost", 8080, ""),
            ("http://127.0.0.1", "http://127.0.0.1", "127.0.0.1", 80, ""),
            ("http://127.255.0.3:1/", "http://127.255.0.3:1", "127.255.0.3", 1, ""),
            ("http://[::1]:443", "http://[::1]:443", "::1", 443, ""),
            ("https://h/%41~!$&'()*+,;=:@", "https://h", "h", 443, "/%41~!$&'()*+,;=:@"),
        ] as [(String, String, String, UInt16, String)])
    func `addresses that can be used`(
        text: String, origin: String, host: String, port: UInt16, prefix: String
    ) throws {
        let endpoint = try Endpoint(text)
        #expect(endpoint.origin == origin)
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
        #expect(endpoint.pathPrefix == prefix)
    }

    @Test(
        arguments: [
            ("", .addressMalformed), ("api.openweathermap.org", .addressMalformed),
            ("https:/api.openweathermap.org", .addressMalformed), ("https://a b", .addressMalformed),
            ("https://bücher.example", .addressMalformed), ("https://h\n", .addressMalformed),
            ("://h", .addressScheme), ("ftp://h", .addressScheme), ("file:///etc/passwd", .addressScheme),
            ("http://api.openweathermap.org", .addressUnencrypted),
            ("http://192.168.1.2", .addressUnencrypted),
            ("http://localhost.example.org", .addressUnencrypted),
            ("http://127.0.0.1.example.org", .addressUnencrypted),
            ("http://127.1", .addressUnencrypted), ("http://127.0.0.256", .addressUnencrypted),
            ("http://0127.0.0.1", .addressUnencrypted), ("http://127.0.0.01", .addressUnencrypted),
            ("http://2130706433", .addressUnencrypted), ("http://[::2]", .addressUnencrypted),
            ("http://[::ffff:127.0.0.1]", .addressUnencrypted), ("http://0.0.0.0", .addressUnencrypted),
            ("https://user@h", .addressWithUser), ("https://u:p@h", .addressWithUser),
            ("http://localhost@evil.example", .addressWithUser),
            ("https://h?appid=1", .addressWithQuery), ("https://h/?", .addressWithQuery),
            ("https://h#x", .addressWithFragment), ("https://h/a#b?c", .addressWithFragment),
            ("https://", .addressHost), ("https:///x", .addressHost), ("https://:443", .addressHost),
            ("https://.", .addressHost), ("https://a..b", .addressHost), ("https://-a.b", .addressHost),
            ("https://a%2eb", .addressHost), ("https://a\\b", .addressHost), ("https://[::1", .addressHost),
            ("https://[::1]x", .addressHost), ("https://[fe80::1%25eth0]", .addressHost),
            ("https://[]", .addressHost),
            ("https://[7]", .addressHost), ("https://" + String(repeating: "a", count: 64), .addressHost),
            ("https://h:", .addressPort), ("https://h:0", .addressPort), ("https://h:65536", .addressPort),
            ("https://h:+1", .addressPort), ("https://h:80a", .addressPort), ("https://h:1:2", .addressPort),
            ("https://h/a//b", .addressPath), ("https://h/../b", .addressPath),
            ("https://h/./b", .addressPath),
            ("https://h/a\\b", .addressPath), ("https://h//", .addressPath), ("https://h/a\"b", .addressPath),
        ] as [(String, SettingFault)])
    func `addresses that cannot be used`(text: String, fault: SettingFault) {
        #expect(throws: fault) { try Endpoint(text) }
    }

    @Test func `a fault says what and why without repeating the setting`() {
        let error = #expect(throws: SettingFault.self) { try Endpoint("https://me:canary@h") }
        #expect(error?.what == "the address of the API holds a user name")
        #expect(error?.why == "the service is asked with a key, never with a user name")
    }

    @Test(
        arguments: [
            ("https://openweathermap.org", true), ("https://api.openweathermap.org", true),
            ("https://API.OPENWEATHERMAP.ORG.", true), ("https://pro.api.openweathermap.org:8443/x", true),
            ("https://myopenweathermap.org", false), ("https://openweathermap.org.example.com", false),
            ("http://localhost", false), ("https://192.0.2.7", false),
        ])
    func `hosts under openweathermap.org are known`(text: String, isTheirs: Bool) throws {
        #expect(try Endpoint(text).isOpenWeatherMap == isTheirs)
    }
}
