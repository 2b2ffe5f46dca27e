/// What the kernel knows of the way to the target at one moment; equal snapshots mean nothing relevant
/// changed.
///
/// Links that carry no such route, repeated messages and lifetime refreshes of addresses leave it equal.
package struct PathSnapshot: Equatable, Sendable {
    /// The routes that could be used now, over links that are up with carrier, sorted: default routes and the
    /// routes to the target's last known addresses.
    package var routes: [PathRoute]

    package init(routes: [PathRoute]) {
        self.routes = Array(Set(routes)).sorted()
    }

    package static let none = PathSnapshot(routes: [])

    /// Whether anything can be sent towards the target at all.
    package var isUsable: Bool { !routes.isEmpty }
}

/// One usable route.
///
/// Addresses are in text form.
package struct PathRoute: Hashable, Comparable, Sendable {
    package enum Family: Int, Sendable {
        case ipv4 = 4
        case ipv6 = 6
    }

    /// `default`, or the target address it leads to.
    package var destination: String
    package var family: Family
    package var interface: String
    package var gateway: String?
    /// The address packets leave with; nil while the interface has no global one.
    package var source: String?

    package init(
        destination: String, family: Family, interface: String, gateway: String? = nil, source: String? = nil
    ) {
        self.destination = destination
        self.family = family
        self.interface = interface
        self.gateway = gateway
        self.source = source
    }

    package static func < (left: PathRoute, right: PathRoute) -> Bool {
        left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    private var sortKey: [String] {
        [destination, "\(family.rawValue)", interface, gateway ?? "", source ?? ""]
    }
}

/// What a new snapshot means, in the words of those who act on it.
package enum PathDelta: Equatable, Sendable {
    /// Nothing relevant.
    case unchanged
    /// The last usable route went away.
    case lost
    /// A usable route came back, be it the same as before.
    case gained
    /// Still usable, by another route, gateway, source address or family: connections made before are
    /// suspect.
    case changed

    package init(from old: PathSnapshot, to new: PathSnapshot) {
        switch (old.isUsable, new.isUsable) {
        case (true, false): self = .lost
        case (false, true): self = .gained
        case (false, false): self = .unchanged
        case (true, true): self = old == new ? .unchanged : .changed
        }
    }
}
