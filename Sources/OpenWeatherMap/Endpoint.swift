import Core

/// Where the API is: the `api` setting, checked.
///
/// The scheme is https, or http to a loopback host; there is no user, query or fragment.
package struct Endpoint: Hashable, Sendable {
    package enum Scheme: String, Sendable {
        case https
        case http
    }

    package let scheme: Scheme
    /// In lower case, without a final dot; an IPv6 address without its brackets.
    package let host: String
    package let port: UInt16
    /// Empty, or what every path begins with; never ends in a slash.
    package let pathPrefix: String

    /// Scheme, host and port as a URL begins, the port only where it is not the scheme's own.
    package let origin: String

    /// Parses `scheme://host[:port][/path]` (RFC 3986, of which this is a part).
    ///
    /// - Throws: one of `SettingFault`'s address cases.
    package init(_ text: String) throws(SettingFault) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { throw .addressMalformed }
        guard let scheme = Scheme(rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased())
        else { throw .addressScheme }
        let rest = bytes[(colon + 3)...]
        guard !rest.contains(UInt8(ascii: "#")) else { throw .addressWithFragment }
        guard !rest.contains(UInt8(ascii: "?")) else { throw .addressWithQuery }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .addressWithUser }

        let (host, portText) = try Endpoint.split(authority)
        self.scheme = scheme
        guard let name = HostName.validated(String(decoding: host, as: UTF8.self)) else { throw .addressHost }
        self.host = name
        port = try portText.map(Endpoint.port) ?? (scheme == .https ? 443 : 80)
        pathPrefix = try Endpoint.prefix(rest.dropFirst(authority.count))
        let shownHost = name.contains(":") ? "[\(name)]" : name
        let ownPort: UInt16 = scheme == .https ? 443 : 80
        origin = "\(scheme.rawValue)://\(shownHost)" + (port == ownPort ? "" : ":\(port)")
        guard scheme == .https || HostName.isLoopback(name) else { throw .addressUnencrypted }
    }

    /// Whether this is OpenWeatherMap itself, which is asked at most once per place, kind and ten minutes.
    package var isOpenWeatherMap: Bool {
        host == "openweathermap.org" || host.hasSuffix(".openweathermap.org")
    }

    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(SettingFault) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?) {
        var end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .addressHost }
            end = bracket + 1
        }
        guard end < authority.endIndex else { return (authority, nil) }
        guard authority[end] == UInt8(ascii: ":") else { throw .addressHost }
        return (authority[..<end], authority[(end + 1)...])
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(SettingFault) -> UInt16 {
        guard let port = String(decoding: digits, as: UTF8.self).digits(as: UInt16.self), port > 0 else {
            throw .addressPort
        }
        return port
    }

    private static func prefix(_ path: ArraySlice<UInt8>) throws(SettingFault) -> String {
        var path = path
        if path.last == UInt8(ascii: "/") { path.removeLast() }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for segment in segments {
            let isDots = segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
            guard !segment.isEmpty, !isDots, segment.allSatisfy(isPathByte) else { throw .addressPath }
        }
        return String(decoding: path, as: UTF8.self)
    }

    /// `pchar` of RFC 3986 §3.3, a percent sign taken on trust.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@%".utf8.contains(byte)
    }
}
