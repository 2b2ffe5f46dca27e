package import Core
package import EventLoop

/// What names were last resolved to.
///
/// The probes, the fetcher and the kernel path share one.
@LoopActor
package final class AddressBook {
    private struct Entry {
        var addresses: [ResolvedAddress]
        /// Nil once the answer may be used as a hint only.
        var askedAt: Moment?
    }

    private let resolver: Resolver
    private var entries: [String: Entry] = [:]

    package nonisolated init(resolver: Resolver) {
        self.resolver = resolver
    }

    /// Asks the name service and remembers the answer.
    ///
    /// See `Resolver.resolve` for what it throws.
    package func fresh(
        _ host: String, within deadline: Duration
    ) async throws(TransferFailure) -> [ResolvedAddress] {
        let addresses = try await resolver.resolve(host, within: deadline)
        entries[host] = Entry(addresses: addresses, askedAt: LoopClock().now)
        return addresses
    }

    /// The remembered answer if it is at most `age` old, else a fresh one.
    package func recent(
        _ host: String, atMost age: Duration, within deadline: Duration
    ) async throws(TransferFailure) -> [ResolvedAddress] {
        if let entry = entries[host], let askedAt = entry.askedAt,
            askedAt.duration(to: LoopClock().now) <= age
        {
            return entry.addresses
        }
        return try await fresh(host, within: deadline)
    }

    /// The newest answer there ever was, however old; empty when there was none.
    package func lastKnown(_ host: String) -> [ResolvedAddress] {
        Resolver.withoutAsking(host) ?? entries[host]?.addresses ?? []
    }

    /// A connection to the host failed: the next `recent` asks again.
    package func doubt(_ host: String) {
        entries[host]?.askedAt = nil
    }

    /// The network has changed: all answers are hints from now on, and look-ups under way are abandoned.
    package func beginGeneration() {
        for host in entries.keys { entries[host]?.askedAt = nil }
        resolver.abandonStuck()
    }
}
