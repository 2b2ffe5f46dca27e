package import Core

/// Reads the database from outside the daemon: for the command, whether the daemon runs or not.
///
/// It opens nothing for writing and holds nobody up. Each method sees the newest committed state; `snapshot`
/// makes several see the same. All throw what SQLite meets, `busy` after two seconds among it.
package final class StoreReader {
    private let connection: Connection

    /// Opens the database for reading.
    ///
    /// - Throws: `missing` when the daemon has not created one yet; `foreignFile`, `newerSchema`,
    ///   `notADatabase`, `cannotOpen` and what else SQLite meets.
    package init(path: String) throws(StoreError) {
        connection = try Connection.openForReading(path)
    }

    /// Runs `body` so that all it reads belongs to one state of the database.
    ///
    /// Keep it short: the log cannot be written back past what a reader is looking at.
    package func snapshot<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try connection.snapshot(body)
    }

    /// All places, in the order they were added.
    package func places() throws(StoreError) -> [Place] {
        try PlaceTable(connection).all()
    }

    /// The names that begin with `prefix`, in the order in which the places were added.
    ///
    /// - Parameter prefix: a key of `PlaceName.key`, empty for all names.
    package func names(beginningWith prefix: String) throws(StoreError) -> [String] {
        try PlaceTable(connection).names(beginningWith: prefix)
    }

    /// The place with this name, letter case aside.
    package func place(named name: String) throws(StoreError) -> Place? {
        try PlaceTable(connection).find(named: name)
    }

    /// What geocoding offered for an ambiguous place, best first.
    package func candidates(of place: PlaceID) throws(StoreError) -> [PlaceCandidate] {
        try PlaceTable(connection).candidates(of: place)
    }

    /// The newest observation of these places, or of all, in this order; without those that have none.
    package func currents(of places: [PlaceID]? = nil) throws(StoreError) -> [CurrentRow] {
        let reading = WeatherReading(connection)
        guard let places else { return try reading.currents() }
        var rows: [CurrentRow] = []
        for place in places {
            if let row = try reading.current(of: place) { rows.append(row) }
        }
        return rows
    }

    /// The forecast of a place; nil when none has been fetched.
    package func forecast(of place: PlaceID) throws(StoreError) -> ForecastRow? {
        try WeatherReading(connection).forecast(of: place)
    }

    /// The newest air quality of a place; nil when none has been fetched.
    package func air(of place: PlaceID) throws(StoreError) -> AirRow? {
        try WeatherReading(connection).air(of: place)
    }

    /// Calls `body` with the observations of a place from `since` up to, not including, `until`, oldest
    /// first.
    ///
    /// However long the history is, one row is in memory at a time.
    package func forEachObservation(
        of place: PlaceID, since: UnixTime? = nil, until: UnixTime? = nil,
        _ body: (ObservationRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try WeatherReading(connection).observations(of: place, since: since, until: until, body)
    }

    /// The same observations, all at once.
    package func observations(
        of place: PlaceID, since: UnixTime? = nil, until: UnixTime? = nil
    ) throws(StoreError) -> [ObservationRow] {
        var rows: [ObservationRow] = []
        try forEachObservation(of: place, since: since, until: until) { rows.append($0) }
        return rows
    }

    /// The newest lines of the fetch journal, newest first; of one place, or of all and the look-ups.
    package func attempts(of place: PlaceID? = nil, limit: Int) throws(StoreError) -> [AttemptRecord] {
        try JournalTable(connection).attempts(of: place, limit: limit)
    }

    /// What reachability was in force at `since` and all that followed, oldest first.
    package func reachability(since: UnixTime) throws(StoreError) -> [ReachabilityRow] {
        try JournalTable(connection).reachability(since: since)
    }

    /// What the synchroniser kept: attempts, next attempts, failures, gates, the month's counter.
    package func syncMemory() throws(StoreError) -> SyncMemory {
        try MemoryTable(connection).memory()
    }

    /// How much is stored.
    ///
    /// Counting reads the whole history.
    package func counts() throws(StoreError) -> StoreCounts {
        StoreCounts(
            places: try connection.number("SELECT count(*) FROM place"),
            observations: try connection.number("SELECT count(*) FROM observation"),
            bytes: try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size"))
    }

    /// Writes the whole database, compacted, to a new file: VACUUM INTO, https://www.sqlite.org/lang_vacuum.html.
    ///
    /// The copy is one state of the database; the daemon goes on meanwhile. When this returns the file is complete, but
    /// not yet known to be on the disk.
    ///
    /// - Throws: `misuse` when the file exists and is not empty; `full`, `ioError` and `cannotOpen` for the copy as for the
    ///   original. What was written of it then is the caller's to remove.
    package func copy(into path: String) throws(StoreError) {
        // query_only forbids writing to the attached copy too. The original stays open for reading only.
        try connection.runScript("PRAGMA query_only = OFF")
        defer { try? connection.runScript("PRAGMA query_only = ON") }
        try connection.run("VACUUM INTO ?", [.text(path)])
    }
}
