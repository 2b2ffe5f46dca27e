/// The host of an address: a DNS name, an IPv4 address, or an IPv6 address in brackets.
enum HostName {
    /// The host in lower case, without a final dot and without brackets.
    ///
    /// - Throws: `SettingFault.addressHost`.
    static func validated(_ bytes: ArraySlice<UInt8>) throws(SettingFault) -> String {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            guard address.utf8.contains(UInt8(ascii: ":")), address.utf8.allSatisfy(isAddressByte) else {
                throw .addressHost
            }
            return String(address)
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel) else { throw .addressHost }
        return String(name)
    }

    /// Whether the host is this machine by its spelling alone: 127.0.0.0/8, `::1` or `localhost`.
    ///
    /// An IPv4 address counts in its usual form only; `127.1` or `0177.0.0.1` mean different things to
    /// different readers.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127"
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { byte in
                PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
            }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        "0123456789abcdef:.".utf8.contains(byte)
    }
}
