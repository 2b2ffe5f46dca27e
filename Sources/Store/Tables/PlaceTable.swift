import CSQLite
package import Core

/// The watch list: reading it and every change to it.
///
/// The changes are steps of a transaction that the caller holds, the same for the daemon and for the command
/// that edits without it.
package struct PlaceTable {
    private let connection: Connection

    package init(_ connection: Connection) {
        self.connection = connection
    }

    private static let columns = """
        SELECT
            id, name, query, latitude, longitude, resolved_name, state, country, utc_offset_s, status, created_at
        FROM v_place
        """

    /// All places, in the order they were added.
    package func all() throws(StoreError) -> [Place] {
        try connection.rows(Self.columns + " ORDER BY id", [], Self.place)
    }

    /// One place; nil when it is not on the list.
    package func find(_ id: PlaceID) throws(StoreError) -> Place? {
        try connection.first(Self.columns + " WHERE id = ?", [SQLValue(id)], Self.place)
    }

    /// The place with this name, letter case aside.
    package func find(named name: String) throws(StoreError) -> Place? {
        try connection.first(
            Self.columns + " WHERE id = (SELECT id FROM place WHERE name_key = ?)",
            [.text(PlaceName.key(name))], Self.place)
    }

    /// The names whose keys begin with `prefix`, in the order in which the places were added.
    func names(beginningWith prefix: String) throws(StoreError) -> [String] {
        let sql = "SELECT name FROM place WHERE substr(name_key, 1, length(?1)) = ?1 ORDER BY id"
        return try connection.rows(sql, [.text(prefix)]) { row in row.text() }
    }

    /// What geocoding offered for an ambiguous place, best first.
    package func candidates(of id: PlaceID) throws(StoreError) -> [PlaceCandidate] {
        let sql = """
            SELECT name, state, country, latitude, longitude
            FROM candidate WHERE place_id = ? ORDER BY position
            """
        return try connection.rows(sql, [SQLValue(id)]) { row -> PlaceCandidate? in
            let name = row.text()
            let state = row.textOrNil()
            let country = row.textOrNil()
            let coordinates = Coordinates(latitude: row.real(), longitude: row.real())
            guard let coordinates else { return nil }
            return PlaceCandidate(name: name, state: state, country: country, coordinates: coordinates)
        }.compactMap { $0 }
    }

    /// Adds places, which get numbers that no place ever had.
    ///
    /// - Throws: `duplicateName` when a name is taken or comes twice, letter case aside.
    package func add(_ places: [NewPlace], at time: UnixTime) throws(StoreError) -> [Place] {
        var added: [Place] = []
        added.reserveCapacity(places.count)
        for place in places {
            let sql = """
                INSERT INTO place (
                    name, name_key, query, latitude, longitude, resolved_name, state, country, status,
                    created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            let values: [SQLValue] = [
                .text(place.name), .text(PlaceName.key(place.name)), SQLValue(place.query?.stored),
                SQLValue(place.coordinates?.latitude), SQLValue(place.coordinates?.longitude),
                SQLValue(place.resolvedName), SQLValue(place.state), SQLValue(place.country),
                .text(place.status.rawValue), SQLValue(time),
            ]
            try claimingName(place.name) { () throws(StoreError) in try connection.run(sql, values) }
            added.append(
                Place(
                    id: PlaceID(connection.lastInsertedID), name: place.name, query: place.query,
                    coordinates: place.coordinates, resolvedName: place.resolvedName, state: place.state,
                    country: place.country, status: place.status, createdAt: time))
        }
        return added
    }

    /// Puts a place back on the list with the number it had; nothing happens when number or name are taken.
    func restore(_ place: Place) throws(StoreError) {
        let sql = """
            INSERT OR IGNORE INTO place (
                id, name, name_key, query, latitude, longitude, resolved_name, state, country, utc_offset_s,
                status, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try connection.run(
            sql,
            [
                SQLValue(place.id), .text(place.name), .text(PlaceName.key(place.name)),
                SQLValue(place.query?.stored), SQLValue(place.coordinates?.latitude),
                SQLValue(place.coordinates?.longitude), SQLValue(place.resolvedName), SQLValue(place.state),
                SQLValue(place.country), SQLValue(place.utcOffset), .text(place.status.rawValue),
                SQLValue(place.createdAt),
            ])
    }

    /// Takes places off the list, with their candidates, schedules and journal lines.
    ///
    /// Their history is out of sight at once and is deleted in steps by `HistoryTable.purgeRemoved`.
    ///
    /// - Throws: `noSuchPlace`.
    package func remove(_ ids: [PlaceID]) throws(StoreError) {
        for id in Set(ids) {
            guard try connection.run("DELETE FROM place WHERE id = ?", [SQLValue(id)]) == 1 else {
                throw .noSuchPlace(id)
            }
            try connection.run("INSERT INTO removed (place_id) VALUES (?)", [SQLValue(id)])
        }
        try connection.run("DELETE FROM attempt WHERE place_id IN (SELECT place_id FROM removed)")
    }

    /// Gives a place another name; another spelling of its own is allowed.
    ///
    /// - Throws: `duplicateName`, `noSuchPlace`.
    package func rename(_ id: PlaceID, to name: String) throws(StoreError) {
        try claimingName(name) { () throws(StoreError) in
            try change(
                id, "UPDATE place SET name = ?, name_key = ? WHERE id = ?",
                [.text(name), .text(PlaceName.key(name))])
        }
    }

    /// Sets the status alone, as for pausing and resuming.
    ///
    /// - Throws: `noSuchPlace`; `constraint` for a place without a position that is to be active.
    package func setStatus(_ id: PlaceID, _ status: PlaceStatus) throws(StoreError) {
        try change(id, "UPDATE place SET status = ? WHERE id = ?", [.text(status.rawValue)])
    }

    /// Gives a place the position of a candidate and makes it active; other candidates are forgotten.
    ///
    /// - Throws: `noSuchPlace`.
    package func resolve(_ id: PlaceID, to candidate: PlaceCandidate) throws(StoreError) {
        let sql = """
            UPDATE place SET
                status = 'active', latitude = ?, longitude = ?, resolved_name = ?, state = ?, country = ?
            WHERE id = ?
            """
        try change(
            id, sql,
            [
                .real(candidate.coordinates.latitude), .real(candidate.coordinates.longitude),
                .text(candidate.name), SQLValue(candidate.state), SQLValue(candidate.country),
            ])
        try connection.run("DELETE FROM candidate WHERE place_id = ?", [SQLValue(id)])
    }

    /// Keeps what geocoding offered and makes the place ambiguous until one is picked.
    ///
    /// - Throws: `noSuchPlace`.
    package func setCandidates(_ id: PlaceID, _ candidates: [PlaceCandidate]) throws(StoreError) {
        try setStatus(id, .ambiguous)
        try connection.run("DELETE FROM candidate WHERE place_id = ?", [SQLValue(id)])
        let sql = """
            INSERT INTO candidate (place_id, position, name, state, country, latitude, longitude)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        for (index, candidate) in candidates.enumerated() {
            try connection.run(
                sql,
                [
                    SQLValue(id), SQLValue(index + 1), .text(candidate.name), SQLValue(candidate.state),
                    SQLValue(candidate.country), .real(candidate.coordinates.latitude),
                    .real(candidate.coordinates.longitude),
                ])
        }
    }

    private func change(_ id: PlaceID, _ sql: String, _ values: [SQLValue]) throws(StoreError) {
        guard try connection.run(sql, values + [SQLValue(id)]) == 1 else { throw .noSuchPlace(id) }
    }

    /// Names the clash when the only UNIQUE rule of the table, that of the name, stops a change.
    private func claimingName(_ name: String, _ change: () throws(StoreError) -> Void) throws(StoreError) {
        do {
            try change()
        } catch .constraint(let report) where report.extendedCode == Self.uniqueViolation {
            throw .duplicateName(name)
        }
    }

    /// SQLITE_CONSTRAINT_UNIQUE, a macro with an expression that Swift does not import.
    private static let uniqueViolation = SQLITE_CONSTRAINT | (8 << 8)

    private static func place(_ row: inout Row) -> Place {
        let id = PlaceID(row.integer())
        let name = row.text()
        let query = row.textOrNil().map(PlaceQuery.init(stored:))
        let latitude = row.realOrNil()
        let longitude = row.realOrNil()
        let coordinates = latitude.flatMap { latitude in
            longitude.flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        return Place(
            id: id, name: name, query: query, coordinates: coordinates, resolvedName: row.textOrNil(),
            state: row.textOrNil(), country: row.textOrNil(), utcOffset: row.integerOrNil(),
            // The table allows no other word.
            status: PlaceStatus(rawValue: row.text()) ?? .paused, createdAt: UnixTime(seconds: row.integer()))
    }
}
