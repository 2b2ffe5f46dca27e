import CLinux
package import Core
package import Transfer

/// A route, as RTM_NEWROUTE tells of it.
package struct KernelRoute: Equatable, Sendable {
    package static let mainTable: UInt32 = 254

    package var family: PathRoute.Family
    package var table: UInt32
    /// RTN_…: only unicast routes lead to others, only local ones to ourselves.
    package var type: UInt8
    package var prefixLength: UInt8
    package var interface: UInt32
    package var gateway: ResolvedAddress?
    /// The address packets are to leave with, where the route says so.
    package var source: ResolvedAddress?
    package var metric: UInt32
    /// RTNH_F_….
    package var flags: UInt32

    package init(
        family: PathRoute.Family = .ipv4, table: UInt32 = KernelRoute.mainTable,
        type: UInt8 = UInt8(CLINUX_RTN_UNICAST), prefixLength: UInt8 = 0, interface: UInt32,
        gateway: ResolvedAddress? = nil, source: ResolvedAddress? = nil, metric: UInt32 = 0, flags: UInt32 = 0
    ) {
        self.family = family
        self.table = table
        self.type = type
        self.prefixLength = prefixLength
        self.interface = interface
        self.gateway = gateway
        self.source = source
        self.metric = metric
        self.flags = flags
    }

    /// A default route of the main table that leads out.
    package var isDefault: Bool {
        prefixLength == 0 && table == KernelRoute.mainTable && type == UInt8(CLINUX_RTN_UNICAST)
    }

    /// Not marked dead.
    ///
    /// RTNH_F_LINKDOWN is told in dumps only; the link itself says it at once.
    package var isAlive: Bool { flags & UInt32(CLINUX_RTNH_F_DEAD) == 0 }

    /// Whether both are the same route to the kernel, whatever else is said about them.
    package func isSame(as other: KernelRoute) -> Bool {
        (family, table, prefixLength, interface, metric) == (
            other.family, other.table, other.prefixLength, other.interface, other.metric
        ) && gateway == other.gateway
    }
}
