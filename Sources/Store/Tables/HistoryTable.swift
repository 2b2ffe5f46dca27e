package import Core

/// Takes history away in steps short enough that no write waits long for one.
///
/// Each step is part of one transaction and deletes at most `stepLimit` rows of history.
package struct HistoryTable {
    package static let stepLimit = 5000

    /// Looking a place up costs time even when there is nothing to delete.
    static let placesPerStep = 500

    private let connection: Connection

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Deletes some of what removed places have left behind.
    ///
    /// - Returns: Whether there may be more.
    package func purgeRemoved() throws(StoreError) -> Bool {
        var left = Self.stepLimit
        for _ in 0..<Self.placesPerStep where left > 0 {
            let id = try connection.first("SELECT place_id FROM removed LIMIT 1") { PlaceID($0.integer()) }
            guard let id else { return false }
            for series in Series.allCases where left > 0 {
                left -= try delete(series, of: id, before: .max, limit: left)
            }
            if left > 0 { try connection.run("DELETE FROM removed WHERE place_id = ?", [SQLValue(id)]) }
        }
        return true
    }

    /// Deletes some observations and air values older than `cutoff`, beginning with the places after
    /// `cursor`.
    ///
    /// The newest of each place stays however old it is.
    ///
    /// - Returns: The cursor for the next step; nil when all places are done.
    package func prune(before cutoff: UnixTime, after cursor: PlaceID) throws(StoreError) -> PlaceID? {
        var left = Self.stepLimit
        var cursor = cursor
        let next = "SELECT id FROM place WHERE id > ? ORDER BY id LIMIT 1"
        for _ in 0..<Self.placesPerStep {
            let place = try connection.first(next, [SQLValue(cursor)]) { PlaceID($0.integer()) }
            guard let place else { return nil }
            for series in [Series.observation, .air] {
                let newest = try connection.first(
                    "SELECT at FROM latest WHERE place_id = ? AND kind = ?",
                    [SQLValue(place), .text(series.kind.rawValue)]
                ) { $0.integer() }
                let end = min(cutoff.seconds, newest ?? cutoff.seconds)
                left -= try delete(series, of: place, before: end, limit: left)
                guard left > 0 else { return cursor }
            }
            cursor = place
        }
        return cursor
    }

    /// The time of the oldest observation or air value that is not its place's newest; nil when there is
    /// none.
    func oldest() throws(StoreError) -> UnixTime? {
        let sql = """
            SELECT min(oldest) FROM (
                SELECT
                    at, (SELECT min(observed_at) FROM observation AS o WHERE o.place_id = l.place_id) AS oldest
                FROM latest AS l WHERE kind = 'current'
                UNION ALL
                SELECT at, (SELECT min(observed_at) FROM air AS a WHERE a.place_id = l.place_id) AS oldest
                FROM latest AS l WHERE kind = 'air'
            ) WHERE oldest < at
            """
        let oldest = try connection.first(sql) { $0.integerOrNil() }
        return oldest.flatMap { $0 }.map(UnixTime.init(seconds:))
    }

    /// The time of the newest observation or air value of any place; nil when there is none.
    func newest() throws(StoreError) -> UnixTime? {
        let newest = try connection.first("SELECT max(at) FROM latest WHERE kind IN ('current', 'air')") {
            $0.integerOrNil()
        }
        return newest.flatMap { $0 }.map(UnixTime.init(seconds:))
    }

    /// Deletes journal lines past `JournalTable.attemptAge`, and reachability that ended before `cutoff`.
    func pruneJournals(now: UnixTime, cutoff: UnixTime) throws(StoreError) {
        try connection.run(
            "DELETE FROM attempt WHERE at < ?",
            [SQLValue(now.advanced(by: .zero - JournalTable.attemptAge))])
        // What was in force at the cutoff stays, and the last line always.
        try connection.run(
            "DELETE FROM reachability WHERE id < (SELECT max(id) FROM reachability WHERE at < ?)",
            [SQLValue(cutoff)])
    }

    /// How much of the file is in use.
    func usedBytes() throws(StoreError) -> Int64 {
        let pages = try connection.number("PRAGMA page_count") - connection.number("PRAGMA freelist_count")
        return try pages * connection.number("PRAGMA page_size")
    }

    private enum Series: String, CaseIterable {
        case observation
        case air
        case forecast

        var timeColumn: String { self == .forecast ? "valid_at" : "observed_at" }

        var kind: WeatherKind {
            switch self {
            case .observation: .current
            case .air: .air
            case .forecast: .forecast
            }
        }
    }

    /// Deletes the oldest `limit` rows before `end`, and returns how many there were.
    private func delete(
        _ series: Series, of place: PlaceID, before end: Int64, limit: Int
    ) throws(StoreError) -> Int {
        let time = series.timeColumn
        let range = "FROM \(series.rawValue) WHERE place_id = ? AND \(time) < ?"
        let next = try connection.first(
            "SELECT \(time) \(range) ORDER BY \(time) LIMIT 1 OFFSET ?",
            [SQLValue(place), .integer(end), SQLValue(limit)]
        ) { $0.integer() }
        return try connection.run("DELETE \(range)", [SQLValue(place), .integer(next ?? end)])
    }
}
