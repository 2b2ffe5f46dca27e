import CLinux

/// Who is at the other end of a connected Unix socket: SO_PEERCRED and SO_PEERGROUPS of unix(7), as the
/// kernel recorded them at connect(2).
package struct PeerCredentials: Equatable, Sendable {
    package var processIdentifier: Int32
    package var userIdentifier: UInt32
    package var groupIdentifier: UInt32
    package var supplementaryGroups: [UInt32]

    package init(
        processIdentifier: Int32, userIdentifier: UInt32, groupIdentifier: UInt32,
        supplementaryGroups: [UInt32]
    ) {
        self.processIdentifier = processIdentifier
        self.userIdentifier = userIdentifier
        self.groupIdentifier = groupIdentifier
        self.supplementaryGroups = supplementaryGroups
    }

    /// Nil when the kernel does not tell, which grants nothing.
    package init?(of descriptor: Int32) {
        var peer = clinux_peer()
        guard clinux_peer_credentials(descriptor, &peer) == 0 else { return nil }
        var groups = [UInt32](repeating: 0, count: 1024)
        let count = clinux_peer_groups(descriptor, &groups, Int32(groups.count))
        self.init(
            processIdentifier: peer.pid, userIdentifier: peer.uid, groupIdentifier: peer.gid,
            supplementaryGroups: count > 0 ? Array(groups.prefix(Int(count))) : [])
    }

    /// Whether the group is the main or a supplementary one of the peer.
    package func isMember(of group: UInt32) -> Bool {
        groupIdentifier == group || supplementaryGroups.contains(group)
    }
}
