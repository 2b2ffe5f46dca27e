import Glibc

/// What getaddrinfo(3) said.
package enum LookUpAnswer: Equatable, Sendable {
    /// In the order of RFC 6724, without duplicates.
    case addresses([ResolvedAddress])
    /// EAI_NONAME, EAI_NODATA and the like: the name server says there is no such name or no address for it.
    case noSuchName
    /// EAI_AGAIN, EAI_FAIL, EAI_SYSTEM …: no answer that means anything.
    case failed
}

extension LookUpAnswer {
    /// Asks getaddrinfo(3), which may block for seconds.
    ///
    /// The name is asked as it is: a dot at the end would skip the search list, but also /etc/hosts.
    /// `ndots:1` in RES_OPTIONS makes the name itself the first that is tried. AI_ADDRCONFIG is not set: an
    /// answer must not depend on which addresses happen to be configured at the moment of asking, and
    /// getaddrinfo sorts what cannot be reached to the end, where the race of the two families finds out in
    /// no time.
    package static func ofSystem(_ host: String) -> LookUpAnswer {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else { return isNoName(code) ? .noSuchName : .failed }
        defer { freeaddrinfo(list) }
        var addresses: [ResolvedAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }).compactMap({ $0?.pointee }) {
            if let address = address(of: entry), !addresses.contains(address) { addresses.append(address) }
        }
        return addresses.isEmpty ? .noSuchName : .addresses(addresses)
    }

    /// EAI_NODATA (-5) and EAI_ADDRFAMILY (-9) are glibc's own and not in its Swift module.
    private static func isNoName(_ code: Int32) -> Bool {
        code == EAI_NONAME || code == -5 || code == -9
    }

    private static func address(of entry: addrinfo) -> ResolvedAddress? {
        guard let raw = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return raw.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { ResolvedAddress(bytes: Array($0)) }
            }
        case AF_INET6:
            return raw.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { ResolvedAddress(bytes: Array($0)) }
            }
        default: return nil
        }
    }
}
