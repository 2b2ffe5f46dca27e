package import Core

/// A snapshot of the kernel's routes, and how it was come by.
package struct PathReading: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// rtnetlink(7): changes are told at once.
        case netlink
        /// Netlink was refused with this errno: /proc/self/net is read every ten seconds.
        case polling(errno: Int32)
    }

    package var snapshot: PathSnapshot
    package var source: Source

    package init(snapshot: PathSnapshot, source: Source) {
        self.snapshot = snapshot
        self.source = source
    }
}
