package import Core
package import Store

/// What could not be written, kept until it can: the newest weather of each place and kind, and the newest
/// state of counters, gates and schedules.
///
/// It is bounded by the watch list, not by the time the disk stays away; of the two journals the newest lines
/// are kept.
package struct KeptValues: Equatable, Sendable {
    /// Lines of a journal that are kept.
    package static let journalLimit = 1000

    /// What there is one newest value of.
    package struct Key: Hashable, Sendable {
        package var place: PlaceID
        package var kind: WeatherKind
    }

    package private(set) var answers: [Key: DatedAnswer] = [:]
    package private(set) var schedules: [Key: ScheduleRecord] = [:]
    /// Nil for a gate that has opened.
    package private(set) var gates: [GateKind: GateRecord?] = [:]
    package private(set) var month: MonthRecord?
    package private(set) var attempts: [AttemptRecord] = []
    package private(set) var reachability: [ReachabilityRecord] = []

    package init() {}

    package var isEmpty: Bool { self == KeptValues() }

    /// Keeps an answer in place of the older one of each place.
    package mutating func keep(_ weather: Weather, for places: [PlaceID], fetchedAt: UnixTime) {
        for place in places {
            answers[Key(place: place, kind: weather.kind)] = DatedAnswer(
                weather, of: place, fetchedAt: fetchedAt)
        }
    }

    /// Keeps what is to be remembered; of the same thing the later state counts.
    package mutating func keep(_ change: SyncChange) {
        for schedule in change.schedules {
            schedules[Key(place: schedule.place, kind: schedule.kind)] = schedule
        }
        for kind in change.openedGates { gates.updateValue(nil, forKey: kind) }
        for gate in change.gates { gates.updateValue(gate, forKey: gate.kind) }
        month = change.month ?? month
        attempts = Array((attempts + change.attempts).suffix(Self.journalLimit))
        reachability = Array((reachability + change.reachability).suffix(Self.journalLimit))
    }

    /// Keeps all of `later` over what is here.
    package mutating func keep(_ later: KeptValues) {
        answers.merge(later.answers) { $1 }
        keep(later.change)
    }

    /// A newer answer of this kind has been stored: the older one would only undo it.
    package mutating func drop(_ kind: WeatherKind, of places: [PlaceID]) {
        for place in places { answers[Key(place: place, kind: kind)] = nil }
    }

    /// The newest current weather that is not in the database.
    package func current(of place: PlaceID) -> (observation: Observation, fetchedAt: UnixTime)? {
        guard let answer = answers[Key(place: place, kind: .current)],
            case .current(let current) = answer.weather
        else { return nil }
        return (current.observation, answer.fetchedAt)
    }

    /// What the store is to remember.
    package var change: SyncChange {
        SyncChange(
            attempts: attempts, schedules: Array(schedules.values), gates: gates.values.compactMap { $0 },
            openedGates: gates.filter { $0.value == nil }.map(\.key), month: month, reachability: reachability
        )
    }
}
