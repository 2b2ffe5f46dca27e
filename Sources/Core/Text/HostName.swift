/// The host of an address: a DNS name, an IPv4 address, or an IPv6 address in brackets.
package enum HostName {
    /// The host in lower case, without a final dot and without brackets; nil when it is none.
    ///
    /// A name is one in ASCII: labels of 1 to 63 letters, digits, `-` and `_`, with no `-` at their ends, 253
    /// characters together (RFC 1035 §2.3.4; the underscore is there, as it is in networks).
    package static func validated(_ text: some StringProtocol) -> String? {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let text = text.lowercased()
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            return isIPv6(address) ? String(address) : nil
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel) else { return nil }
        return String(name)
    }

    /// Whether the host is this machine by its spelling alone: 127.0.0.0/8, `::1` or `localhost`.
    ///
    /// An IPv4 address counts in its usual form only; `127.1` or `0177.0.0.1` mean different things to
    /// different readers.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || (host.hasPrefix("127.") && isIPv4(host[...]))
    }

    /// Whether this is an IPv6 address as inet_pton(3) takes it (RFC 4291 §2.2).
    package static func isIPv6(_ text: Substring) -> Bool {
        let parts = text.split(separator: "::", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return false }
        var groups = 0
        for (index, part) in parts.enumerated() where !part.isEmpty {
            guard let count = groupCount(part, mayEndInIPv4: index == parts.count - 1) else { return false }
            groups += count
        }
        return parts.count == 2 ? groups <= 7 : groups == 8
    }

    /// How many groups of 16 bits there are between colons; nil when one is none.
    private static func groupCount(_ text: Substring, mayEndInIPv4: Bool) -> Int? {
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var count = 0
        if mayEndInIPv4, let last = groups.last, last.utf8.contains(UInt8(ascii: ".")) {
            guard isIPv4(last) else { return nil }
            groups.removeLast()
            count = 2
        }
        let isGroup = { (group: Substring) in
            (1...4).contains(group.utf8.count) && group.allSatisfy { $0.isASCII && $0.isHexDigit }
        }
        return groups.allSatisfy(isGroup) ? count + groups.count : nil
    }

    private static func isIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
