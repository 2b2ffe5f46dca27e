import CCurl
import Core
import Glibc
import OpenWeatherMap
import Testing
import Transfer

/// Addresses, against the parser that will be given them: two that read one address differently go to two places.
@Suite struct AddressFuzz {
    private static let samples = [
        "https://api.openweathermap.org", "http://127.0.0.1:8080/base/path/", "https://[2001:db8::1]:8443/x",
        "http://localhost", "https://example.org.:443/a-b_c~d/%41", "HTTPS://Example.ORG", "http://[::1]:80",
    ].samples
    private static let proxies = [
        "http://proxy.example:3128", "proxy", "socks5://user:secret@127.0.0.1:1080/", "https://[2001:db8::1]",
        "socks4://a@b@host:1", "user:p%40ss@proxy:8080",
    ].samples
    private static let words = [
        "://", ":", "@", "/", "//", "[", "]", "?", "#", "%", "\\", ".", "..", "-", "0", "65536", "+443", " ",
        "é",
        "\u{0}", "\t", "http", "https", "socks5h", "localhost", "::1", "127.1", "0x7f.1", "*", ";",
        "\u{3002}", "xn--",
    ].samples

    @Test func `the API's address is read as curl reads it`() {
        fuzz("API addresses", 10_000) { draw in
            let text = draw.damagedText(AddressFuzz.samples, words: AddressFuzz.words)
            guard let endpoint = try? Endpoint(text) else { return }
            let whole = endpoint.origin + endpoint.pathPrefix
            try claim(try Endpoint(whole), is: endpoint, "read again from \(whole)")
            try claim(
                endpoint.scheme == .https || AddressFuzz.isLoopback(endpoint.host), "http to \(endpoint.host)"
            )
            for address in [text, whole + "/data?q=1"] {
                guard let url = CurlURL(address) else {
                    throw Falsified(description: "curl does not take \(address)")
                }
                try claim(
                    url[CURLUPART_SCHEME]?.lowercased(), is: endpoint.scheme.rawValue, "scheme of \(address)")
                let host = url[CURLUPART_HOST]?.lowercased() ?? ""
                let name = host.hasSuffix(".") ? String(host.dropLast()) : host
                let isSame = name == (endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host)
                // curl writes numbers as the address they mean, which is what connect(2) will be given.
                try claim(isSame || AddressFuzz.areOne(name, endpoint.host), "host \(host) of \(address)")
                try claim(url[CURLUPART_PORT].flatMap { UInt16($0) }, is: endpoint.port, "port of \(address)")
                try claim(
                    url[CURLUPART_USER] == nil && url[CURLUPART_FRAGMENT] == nil,
                    "user or fragment of \(address)")
            }
        }
    }

    @Test func `a proxy is read as curl reads it, and keeps its password to itself`() {
        fuzz("proxies", 10_000) { draw in
            let text = draw.damagedText(AddressFuzz.proxies, words: AddressFuzz.words)
            guard let proxy = Proxy(text) else { return }
            let shown = "\(proxy)"
            try claim(Proxy(shown).map { "\($0)" }, is: shown, "read again")
            try claim(shown.isHarmless() && shown.utf8.allSatisfy { $0 < 0x7F }, shown)
            guard let url = CurlURL(shown) else {
                throw Falsified(description: "curl does not take \(shown)")
            }
            let host = url[CURLUPART_HOST]?.lowercased() ?? ""
            let isSame = host == (proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host)
            try claim(isSame || AddressFuzz.areOne(host, proxy.host), "host \(host) of \(shown)")
            try claim(url[CURLUPART_PORT].flatMap { UInt16($0) }, is: proxy.port, "port of \(shown)")
            try claim(url[CURLUPART_USER] == nil, "user of \(shown)")
        }
    }

    @Test func `an address that is written is read again`() {
        fuzz("addresses", 20_000) { draw in
            let bytes = (0..<draw.one(of: [4, 16])).map { _ in
                draw.oneIn(3) ? draw.byte() : draw.one(of: [0, 127, 0xFF])
            }
            draw.note(bytes)
            let address = ResolvedAddress(bytes: bytes)
            try claim(ResolvedAddress(literal: address?.text ?? ""), is: address, address?.text ?? "")
        }
    }

    @Test func `a literal address is one whole`() {
        let samples = ["127.0.0.1", "::1", "::ffff:192.0.2.1", "fe80::1", "255.255.255.255"].samples
        fuzz("literal addresses", 20_000) { draw in
            let text = draw.damagedText(samples, words: AddressFuzz.words)
            guard let address = ResolvedAddress(literal: text) else { return }
            try claim(text.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }, "\(address)")
        }
    }

    @Test func `no way to a loopback host leads through a proxy`() {
        fuzz("proxy policies", 10_000) { draw in
            let variables = Dictionary(
                ["https_proxy", "http_proxy", "ALL_PROXY", "no_proxy"].filter { _ in draw.oneIn(2) }.map {
                    (
                        $0,
                        draw.damagedText(
                            AddressFuzz.proxies + [Array("*,.example.org localhost".utf8)],
                            words: AddressFuzz.words)
                    )
                }
            ) { first, _ in first }
            let host = draw.one(of: [
                "localhost", "a.localhost", "127.0.0.9", "::1", "::ffff:127.0.0.1", "example.org",
            ])
            let origin = Origin(scheme: draw.one(of: [.http, .https]), host: host, port: 1)
            let proxy = ProxyPolicy.environment(variables).proxy(for: origin)
            try claim(host == "example.org" || proxy == nil, "\(String(describing: proxy))")
        }
    }

    @Test func `a header keeps three short values, however its lines come`() {
        let samples = [
            "HTTP/1.1 200 OK\r\n", "HTTP/2 103\r\n", "Content-Type: application/json\r\n",
            "DATE:Mon, 30 Nov 2026 14:20:00 GMT\r\n",
            "retry-after :  120 \r\n", "Retry-After:\t60\r\n", "X: y", "\r\n", ":",
        ].samples
        fuzz("header lines", 10_000) { draw in
            var fields = HeaderFields()
            for _ in 0..<draw.number(1...5) {
                let line = draw.damaged(samples, words: AddressFuzz.words)
                line.withUnsafeBytes { fields.take($0) }
            }
            for value in [fields.contentType, fields.date, fields.retryAfter].compactMap({ $0 }) {
                // A byte that is none of UTF-8 becomes three.
                try claim(value.utf8.count <= 3 * HeaderFields.lengthLimit, "\(value.utf8.count) bytes")
                try claim(value.utf8.first.map { $0 > 0x20 } ?? true, "\(value.debugDescription)")
            }
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || ResolvedAddress(literal: host)?.isLoopback == true
    }

    /// Whether getaddrinfo(3) reads both as one literal address.
    private static func areOne(_ left: String, _ right: String) -> Bool {
        let (one, other) = (numeric(left), numeric(right))
        return one != nil && one == other
    }

    private static func numeric(_ host: String) -> [UInt8]? {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var address = in_addr()
        if inet_aton(bare, &address) != 0 { return withUnsafeBytes(of: address.s_addr) { Array($0) } }
        return ResolvedAddress(literal: bare)?.bytes
    }
}

/// A URL in the parts that curl sees in it.
private final class CurlURL {
    private let handle: OpaquePointer

    /// Nil for one that curl does not take.
    init?(_ text: String) {
        guard let handle = curl_url() else { return nil }
        self.handle = handle
        guard curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else {
            return nil
        }
    }

    deinit { curl_url_cleanup(handle) }

    subscript(part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else {
            return nil
        }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
