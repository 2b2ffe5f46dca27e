import Control
import Core
import Glibc
import Store

/// The watch list for reading, from the daemon or, while it is stopped, from the database.
struct WatchList {
    let places: [PlaceReport]

    init(places: [PlaceReport]) {
        self.places = places
    }

    init(_ session: Session) throws(CommandError) {
        if let agent = try session.agentIfRunning() {
            places = try asking { () throws(ControlClientError) in try agent.allPlaces() }
        } else {
            places = try WatchList.stored(try session.reader())
        }
    }

    /// The list as it is stored: what a place waits for is not known there, because nothing waits.
    static func stored(_ reader: StoreReader) throws(CommandError) -> [PlaceReport] {
        try storing { () throws(StoreError) in
            try reader.snapshot { () throws(StoreError) in
                let schedules = try reader.syncMemory().schedules.filter { $0.kind == .current }
                let byPlace = Dictionary(schedules.map { ($0.place, $0) }) { first, _ in first }
                var reports: [PlaceReport] = []
                for place in try reader.places() {
                    let candidates = place.status == .ambiguous ? try reader.candidates(of: place.id) : []
                    reports.append(PlaceReport(place, candidates: candidates, schedule: byPlace[place.id]))
                }
                return reports
            }
        }
    }

    /// The place a user means: its name, letter case aside.
    ///
    /// - Throws: `noSuchPlace` with the nearest name.
    func find(_ name: String) throws(CommandError) -> PlaceReport {
        let key = PlaceName.key(name)
        if let place = places.first(where: { PlaceName.key($0.name) == key }) { return place }
        throw .refused(
            .noSuchPlace(name: name, nearest: name.nearest(of: places.map(\.name)), places: places.count))
    }

    /// The places with these names in their order, each once; all when there are none.
    func find(_ names: [String]) throws(CommandError) -> [PlaceReport] {
        if names.isEmpty { return places }
        var found: [PlaceReport] = []
        for name in names {
            let place = try find(name)
            if !found.contains(where: { $0.id == place.id }) { found.append(place) }
        }
        return found
    }
}

extension PlaceReport {
    /// A stored place.
    init(_ place: Place, candidates: [PlaceCandidate], schedule: ScheduleRecord?) {
        self.init(
            id: place.id, name: place.name, coordinates: place.coordinates, resolvedName: place.resolvedName,
            country: place.country, state: place.state, query: place.query, status: place.status,
            candidates: candidates, waitingFor: place.status == .ambiguous ? .pick : nil,
            nextAttemptAt: schedule?.nextAttemptAt, attempt: schedule?.attempt ?? 0,
            lastFailure: schedule?.lastFailure)
    }

    /// `London, England, GB` as the service calls it; the label when it has not been looked up.
    var title: String {
        let resolved = resolvedName ?? name
        let full = [resolved, state, country].compactMap { $0 }.filter { !$0.isEmpty }.map { $0.printable() }
            .joined(separator: ", ")
        return PlaceName.key(resolved) == PlaceName.key(name)
            || PlaceName.key(name).hasPrefix(PlaceName.key(resolved) + ",")
            ? full : "\(name.printable(limit: PlaceName.lengthLimit)) (\(full))"
    }
}

extension PlaceStatus {
    /// The status as people say it.
    var words: String {
        switch self {
        case .pending: "not resolved yet"
        case .ambiguous: "ambiguous"
        case .active: "active"
        case .paused: "paused"
        case .notFound: "not known to the service"
        }
    }
}
