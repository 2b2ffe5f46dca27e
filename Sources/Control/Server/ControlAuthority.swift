package import EventLoop

/// Who may change things through the control socket.
///
/// Reading is open to everybody.
package struct ControlAuthority: Equatable, Sendable {
    /// User identifiers with the right.
    package var users: Set<UInt32>
    /// The group whose members have the right; nil grants none.
    package var group: UInt32?
    /// Who has the right, in words, for those who have not.
    package var need: String

    /// The identifier the kernel shows for users and groups that the agent's user namespace does not know
    /// (/proc/sys/kernel/overflowuid).
    ///
    /// It stands for anybody, so it never grants the right.
    private static let overflow: UInt32 = 65_534

    package init(users: Set<UInt32>, group: UInt32?, need: String) {
        self.users = users
        self.group = group
        self.need = need
    }

    /// The rule of the agent: root, the agent's own user, and the members of `group`.
    package init(daemonUser: UInt32, group: UInt32?, groupName: String?) {
        self.init(
            users: [0, daemonUser], group: group,
            need: groupName.map { "this takes root or a member of the group \($0)" }
                ?? "this takes root or the user windsockd runs as")
    }

    /// Whether the peer has the right.
    ///
    /// Nil, a peer the kernel told nothing about, has not.
    package func mayChange(_ peer: PeerCredentials?) -> Bool {
        guard let peer else { return false }
        if peer.userIdentifier != ControlAuthority.overflow, users.contains(peer.userIdentifier) {
            return true
        }
        guard let group, group != ControlAuthority.overflow else { return false }
        return peer.isMember(of: group)
    }
}
