import Core

/// The journal of fetches and the history of reachability.
struct JournalTable {
    /// Both bounds of the fetch journal: how many lines, and for how long.
    static let attemptLimit = 20_000
    static let attemptAge = Duration.days(7)

    /// A link that flaps all day makes a few thousand lines; this is a bound for one that flaps for a year.
    static let reachabilityLimit = 100_000

    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Appends to the fetch journal; the oldest lines beyond `attemptLimit` go.
    ///
    /// Lines of places removed meanwhile are passed over.
    func append(_ attempts: [AttemptRecord]) throws(StoreError) {
        let sql = """
            INSERT INTO attempt (
                at, place_id, kind, attempt, outcome, code, http_status, curl_code, os_errno, phase, duration_ms,
                bytes, decision, retry_at)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
            WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM place WHERE id = ?2)
            """
        for attempt in attempts {
            try connection.run(
                sql,
                [
                    SQLValue(attempt.at), SQLValue(attempt.place?.rawValue), .text(attempt.kind),
                    SQLValue(attempt.attempt), .text(attempt.outcome), SQLValue(attempt.code),
                    SQLValue(attempt.httpStatus), SQLValue(attempt.curlCode), SQLValue(attempt.osErrno),
                    SQLValue(attempt.phase?.rawValue), .integer(attempt.duration.wholeMilliseconds),
                    SQLValue(attempt.bytes), .text(attempt.decision), SQLValue(attempt.retryAt),
                ])
        }
        try trim("attempt", to: Self.attemptLimit)
    }

    /// The newest lines, newest first; of one place, or of all and the look-ups.
    func attempts(of place: PlaceID?, limit: Int) throws(StoreError) -> [AttemptRecord] {
        let sql = """
            SELECT
                at, place_id, kind, attempt, outcome, code, http_status, curl_code, os_errno, phase, duration_ms,
                bytes, decision, retry_at
            FROM attempt WHERE ?1 IS NULL OR place_id = ?1 ORDER BY id DESC LIMIT ?2
            """
        return try connection.rows(sql, [SQLValue(place?.rawValue), SQLValue(limit)], Self.attempt)
    }

    /// Appends one published change.
    func append(_ change: ReachabilityRecord) throws(StoreError) {
        try connection.run(
            "INSERT INTO reachability (at, state, reason, generation) VALUES (?, ?, ?, ?)",
            [
                SQLValue(change.at), .text(change.state.rawValue), .text(change.reason.rawValue),
                SQLValue(change.generation),
            ])
        try trim("reachability", to: Self.reachabilityLimit)
    }

    /// What was in force at `since` and all that followed, oldest first.
    func reachability(since: UnixTime) throws(StoreError) -> [ReachabilityRow] {
        let sql = """
            SELECT at, state, reason, generation, until FROM v_reachability WHERE until IS NULL OR until > ?
            """
        return try connection.rows(sql, [SQLValue(since)]) { row -> ReachabilityRow? in
            let at = UnixTime(seconds: row.integer())
            guard let state = ReachabilityState(rawValue: row.text()),
                let reason = ReachabilityReason(rawValue: row.text())
            else { return nil }
            let record = ReachabilityRecord(
                at: at, state: state, reason: reason, generation: Int(row.integer()))
            return ReachabilityRow(record: record, until: row.integerOrNil().map(UnixTime.init(seconds:)))
        }.compactMap { $0 }
    }

    /// Numbers only grow, so counting back from the newest finds the oldest to keep without reading any line.
    private func trim(_ table: String, to limit: Int) throws(StoreError) {
        try connection.run(
            "DELETE FROM \(table) WHERE id <= (SELECT max(id) FROM \(table)) - ?", [SQLValue(limit)])
    }

    private static func attempt(_ row: inout Row) -> AttemptRecord {
        AttemptRecord(
            at: UnixTime(seconds: row.integer()), place: row.integerOrNil().map(PlaceID.init),
            kind: row.text(),
            attempt: Int(row.integer()), outcome: row.text(), code: row.integerOrNil().map(Int.init),
            httpStatus: row.integerOrNil().map(Int.init), curlCode: row.integerOrNil().map(Int.init),
            osErrno: row.integerOrNil().map(Int.init), phase: row.textOrNil().flatMap(ConnectionPhase.init),
            duration: .milliseconds(row.integer()), bytes: Int(row.integer()), decision: row.text(),
            retryAt: row.integerOrNil().map(UnixTime.init(seconds:)))
    }
}
