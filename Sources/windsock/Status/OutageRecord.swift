import Control
package import Core

/// The history of reachability as outages: when, how long, why, and how much of the time there was none.
package struct OutageRecord: Equatable, Sendable {
    /// One published state and when the next took its place.
    package struct Span: Equatable, Sendable {
        package var at: UnixTime
        /// Nil for the one in force.
        package var until: UnixTime?
        package var state: ReachabilityState
        package var reason: ReachabilityReason

        package init(
            at: UnixTime, until: UnixTime?, state: ReachabilityState, reason: ReachabilityReason
        ) {
            self.at = at
            self.until = until
            self.state = state
            self.reason = reason
        }
    }

    package struct Outage: Equatable, Sendable {
        package var from: UnixTime
        package var length: Duration
        /// The reason that held longest.
        package var reason: ReachabilityReason
        package var isOngoing: Bool

        package init(from: UnixTime, length: Duration, reason: ReachabilityReason, isOngoing: Bool) {
            self.from = from
            self.length = length
            self.reason = reason
            self.isOngoing = isOngoing
        }
    }

    /// Oldest first.
    package let outages: [Outage]
    package let online: Duration
    package let offline: Duration
    /// Since when anything is known within the period.
    package let knownSince: UnixTime?

    /// - Parameters:
    ///   - spans: oldest first; they are cut to begin at `since`.
    ///   - now: the end of the span in force.
    package init(_ spans: [Span], since: UnixTime, now: UnixTime) {
        var outages: [Outage] = []
        var lengths: [ReachabilityReason: Duration] = [:]
        var online = Duration.zero
        var offline = Duration.zero
        var isInside = false
        for span in spans {
            let from = max(span.at, since)
            // The wall clock may have been set back in between; no time is counted then.
            let length = max(.zero, from.duration(to: span.until ?? now))
            guard span.state == .offline else {
                if span.state == .online { online += length }
                // Finding out takes seconds and does not end an outage by itself.
                if span.state == .online { isInside = false }
                continue
            }
            offline += length
            if !isInside {
                lengths = [:]
                outages.append(Outage(from: from, length: .zero, reason: span.reason, isOngoing: false))
            }
            isInside = true
            lengths[span.reason, default: .zero] += length
            outages[outages.count - 1].length += length
            outages[outages.count - 1].isOngoing = span.until == nil
            let longest = lengths.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
            outages[outages.count - 1].reason = longest?.key ?? span.reason
        }
        self.outages = outages
        self.online = online
        self.offline = offline
        knownSince = spans.first.map { max($0.at, since) }
    }

    /// Of the time in which the state was known, the part online; nil when none was.
    package var availability: Double? {
        let known = (online + offline).inSeconds
        return known > 0 ? online.inSeconds / known : nil
    }

    package func summary(now: UnixTime) -> String {
        guard let availability, let knownSince else { return "nothing is known of this period" }
        // 99.96 % must not read as a hundred.
        let percent = availability < 1 ? min(availability * 100, 99.9) : 100
        let longest = outages.map(\.length).max()
        let words = [
            "availability \(percent.text(1)) % over \(knownSince.duration(to: now).inWords)",
            outages.count.counted("outage"), longest.map { "longest \($0.inWords)" },
        ]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.time("known_since", knownSince)
        json.member("availability", availability)
        json.member("online_s", online.components.seconds)
        json.member("offline_s", offline.components.seconds)
        json.member(
            "outages",
            array: { json in
                for outage in outages {
                    json.object { json in
                        json.time("from", outage.from)
                        json.member("length_s", outage.length.components.seconds)
                        json.member("reason", outage.reason.rawValue)
                        json.member("ongoing", outage.isOngoing)
                    }
                }
            })
    }
}
