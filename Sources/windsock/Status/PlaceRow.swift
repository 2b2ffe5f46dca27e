package import Control
package import Core

/// One place as `windsock status` shows it.
package struct PlaceRow: Equatable, Sendable {
    package let name: String
    /// Two columns: the temperature and the condition; a dash where nothing is known.
    package let temperature: String
    package let condition: String
    /// How long ago the service last confirmed this.
    package let seen: String
    /// When it will be asked again, or for what that waits.
    package let next: String
    /// What is not as it should be.
    package let note: String
    package let tint: Tint?

    /// An observation this much older than its check is said to be so: the service's station is late, not
    /// windsock.
    private static let lateObservation = Duration.minutes(45)

    package init(_ place: PlaceReport, now: UnixTime, units: UnitSystem, zone: LocalTime.Zone = .machine) {
        name = place.name.printable(limit: PlaceName.lengthLimit)
        if let current = place.current {
            temperature = Quantity.temperature(current.observation.temperature, units)
            condition = (current.observation.condition?.text ?? "").printable()
            seen = PlaceRow.age(current.checkedAt, now)
        } else {
            temperature = "–"
            condition = ""
            seen = "–"
        }
        next = PlaceRow.next(place, now: now, zone: zone)
        (note, tint) = PlaceRow.note(place, now: now)
    }

    /// How long ago, `in the future` for a time this clock has not reached.
    static func age(_ time: UnixTime, _ now: UnixTime) -> String {
        let age = time.duration(to: now)
        return age < .seconds(-60) ? "in the future" : age.inWords
    }

    private static func next(_ place: PlaceReport, now: UnixTime, zone: LocalTime.Zone) -> String {
        switch place.status {
        case .paused: return "when resumed"
        case .ambiguous: return "when picked"
        case .pending, .active, .notFound: break
        }
        switch place.waitingFor {
        case .online: return "when online"
        case .key: return "with a key"
        case .storage: return "when there is room"
        case .pick: return "when picked"
        case .interval, .timer, .quota, .breaker, nil:
            guard let time = place.nextAttemptAt else { return "–" }
            return time > now ? "in \(now.duration(to: time).inWords)" : "now"
        }
    }

    private static func note(_ place: PlaceReport, now: UnixTime) -> (String, Tint?) {
        switch place.status {
        case .paused: return ("paused", nil)
        case .ambiguous: return ("several places have this name", .stale)
        case .notFound: return ("not known to the service", .broken)
        case .pending:
            if let failure = place.lastFailure { return (failure.message.printable(limit: 120), .stale) }
            return ("not resolved yet", .stale)
        case .active: break
        }
        let failure = place.waitingFor == .timer ? place.lastFailure?.message.printable(limit: 120) : nil
        guard let current = place.current else { return (failure ?? "nothing yet", .stale) }
        if current.isStale { return (["stale", failure].compactMap { $0 }.joined(separator: ", "), .stale) }
        if let failure { return (failure, .stale) }
        let late = current.observation.observedAt.duration(to: current.checkedAt)
        if late > lateObservation {
            return ("measured \(age(current.observation.observedAt, now)) ago", nil)
        }
        return ("", nil)
    }
}
