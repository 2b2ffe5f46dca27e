import Core
import Testing
import Transfer

@Suite struct ResolvedAddressTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.1.1", "172.16.0.1",
        "172.31.255.255", "192.168.0.1", "::", "::1", "fc00::1", "fdff::1", "fe80::1", "febf::1",
        "::ffff:10.0.0.1",
    ])
    func `an address nobody has on the Internet is private`(text: String) throws {
        #expect(try #require(ResolvedAddress(literal: text)).isPrivate)
    }

    @Test(arguments: [
        "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "169.253.1.1",
        "2001:db8::1", "fec0::1", "::2", "::ffff:1.1.1.1",
    ])
    func `any other is not`(text: String) throws {
        #expect(try !#require(ResolvedAddress(literal: text)).isPrivate)
    }

    @Test func `literals keep their text form, and names are none`() {
        #expect(ResolvedAddress(literal: "2001:DB8:0::5")?.text == "2001:db8::5")
        #expect(ResolvedAddress(literal: "192.0.2.5")?.family == .ipv4)
        for name in ["weather.test", "", "1.2.3", "1.2.3.4.5", "[::1]", "192.0.2.5 ", "127.0.0.1\0.test"] {
            #expect(ResolvedAddress(literal: name) == nil)
        }
        #expect(ResolvedAddress(bytes: [1, 2, 3]) == nil)
    }
}
