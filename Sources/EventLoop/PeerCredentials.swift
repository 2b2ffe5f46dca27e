import CLinux
package import Glibc

/// Who is at the other end of a connected Unix socket: SO_PEERCRED and SO_PEERGROUPS of unix(7), as the kernel recorded
/// them at connect(2).
package struct PeerCredentials: Equatable, Sendable {
    package var processIdentifier: pid_t
    package var userIdentifier: uid_t
    package var groupIdentifier: gid_t
    package var supplementaryGroups: [gid_t]

    package init(
        processIdentifier: pid_t, userIdentifier: uid_t, groupIdentifier: gid_t, supplementaryGroups: [gid_t]
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
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = clinux_peer_groups(descriptor, &groups, Int32(groups.count))
        self.init(
            processIdentifier: peer.pid, userIdentifier: peer.uid, groupIdentifier: peer.gid,
            supplementaryGroups: count > 0 ? Array(groups.prefix(Int(count))) : [])
    }

    package func isMember(of group: gid_t) -> Bool {
        groupIdentifier == group || supplementaryGroups.contains(group)
    }
}
