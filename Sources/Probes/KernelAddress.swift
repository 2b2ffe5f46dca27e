package import Transfer

/// An address of an interface, as RTM_NEWADDR tells of it.
///
/// Lifetimes are left out: they change all the time.
package struct KernelAddress: Equatable, Sendable {
    package var interface: UInt32
    package var address: ResolvedAddress
    /// Of global scope, and neither under nor failed in duplicate address detection: packets may leave with
    /// it.
    package var isGlobal: Bool

    package init(interface: UInt32, address: ResolvedAddress, isGlobal: Bool = true) {
        self.interface = interface
        self.address = address
        self.isGlobal = isGlobal
    }
}
