import CLinux

/// A network interface, as RTM_NEWLINK tells of it.
package struct KernelLink: Equatable, Sendable {
    package var index: UInt32
    package var name: String
    /// The IFF_… bits of netdevice(7).
    package var flags: UInt32

    package init(index: UInt32, name: String, flags: UInt32) {
        self.index = index
        self.name = name
        self.flags = flags
    }

    /// Set up by the administrator.
    package var isUp: Bool { flags & UInt32(CLINUX_IFF_UP) != 0 }

    /// Up, with a carrier, and operational (RFC 2863): a packet sent here leaves the machine.
    package var isUsable: Bool {
        let needed = UInt32(CLINUX_IFF_UP) | UInt32(CLINUX_IFF_LOWER_UP) | UInt32(CLINUX_IFF_RUNNING)
        return flags & needed == needed
    }
}
