package import CLinux
import Core
import Transfer

/// What one rtnetlink(7) message says, as far as it matters here.
package enum RouteMessage: Equatable, Sendable {
    case link(KernelLink)
    case linkRemoved(index: UInt32)
    case address(KernelAddress)
    case addressRemoved(KernelAddress)
    /// `replaces`: it takes the place of another route of the same family and metric (NLM_F_REPLACE).
    case route(KernelRoute, replaces: Bool = false)
    case routeRemoved(KernelRoute)
    /// A dump is complete.
    case done
    /// A request was refused, with this errno.
    case failed(errno: Int32)
}

extension RouteMessage {
    /// What `clinux_netlink_decode` made of a message; nil for one of another kind.
    package init?(_ message: clinux_route_message) {
        switch Int(message.type) {
        case Int(CLINUX_RTM_NEWLINK): self = .link(KernelLink(message))
        case Int(CLINUX_RTM_DELLINK): self = .linkRemoved(index: message.interface)
        case Int(CLINUX_RTM_NEWADDR):
            guard let address = KernelAddress(message) else { return nil }
            self = .address(address)
        case Int(CLINUX_RTM_DELADDR):
            guard let address = KernelAddress(message) else { return nil }
            self = .addressRemoved(address)
        case Int(CLINUX_RTM_NEWROUTE):
            guard let route = KernelRoute(message) else { return nil }
            self = .route(route, replaces: message.header_flags & UInt16(CLINUX_NLM_F_REPLACE) != 0)
        case Int(CLINUX_RTM_DELROUTE):
            guard let route = KernelRoute(message) else { return nil }
            self = .routeRemoved(route)
        case Int(CLINUX_NLMSG_DONE):
            self = message.error < 0 ? .failed(errno: Self.number(message.error)) : .done
        case Int(CLINUX_NLMSG_ERROR):
            guard message.error < 0 else { return nil }
            self = .failed(errno: Self.number(message.error))
        default: return nil
        }
    }

    /// The errno behind its negative; one that has no positive is none.
    private static func number(_ error: Int32) -> Int32 { error == .min ? 0 : -error }
}

extension KernelLink {
    init(_ message: clinux_route_message) {
        let name = withUnsafeBytes(of: message.name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(index: message.interface, name: name, flags: message.interface_flags)
    }
}

extension KernelAddress {
    init?(_ message: clinux_route_message) {
        guard message.has_address != 0, let family = PathRoute.Family(kernel: message.family),
            let address = ResolvedAddress(message.address, family)
        else { return nil }
        // RT_SCOPE_UNIVERSE is 0.
        let isGlobal = message.scope == 0 && message.address_flags_tentative == 0
        self.init(interface: message.interface, address: address, isGlobal: isGlobal)
    }
}

extension KernelRoute {
    init?(_ message: clinux_route_message) {
        guard let family = PathRoute.Family(kernel: message.family) else { return nil }
        let gatewayFamily = PathRoute.Family(kernel: message.gateway_family) ?? family
        let source = ResolvedAddress(message.source, family)
        self.init(
            family: family, table: message.table, type: message.route_type,
            prefixLength: message.prefix_length,
            interface: message.interface,
            gateway: message.has_gateway == 0 ? nil : ResolvedAddress(message.gateway, gatewayFamily),
            source: source.flatMap { $0.bytes.allSatisfy { $0 == 0 } ? nil : $0 }, metric: message.metric,
            flags: message.route_flags)
    }
}

extension PathRoute.Family {
    /// AF_INET is 2, AF_INET6 is 10.
    fileprivate init?(kernel family: UInt8) {
        switch family {
        case 2: self = .ipv4
        case 10: self = .ipv6
        default: return nil
        }
    }
}

extension ResolvedAddress {
    /// The first 4 or all 16 bytes of a C array.
    fileprivate init?<Bytes>(_ bytes: Bytes, _ family: PathRoute.Family) {
        let count = family == .ipv4 ? 4 : 16
        self.init(bytes: withUnsafeBytes(of: bytes) { Array($0.prefix(count)) })
    }
}
