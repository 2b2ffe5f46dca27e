import Core

/// What the synchroniser must know again after a restart.
struct MemoryTable {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func memory() throws(StoreError) -> SyncMemory {
        SyncMemory(schedules: try schedules(), gates: try gates(), month: try month())
    }

    func schedules() throws(StoreError) -> [ScheduleRecord] {
        let sql = """
            SELECT
                place_id, kind, succeeded_at, attempt, failed_cycles, next_attempt_at, failure_at,
                failure_kind, failure_label, failure_code, failure_http_status, failure_message
            FROM schedule ORDER BY place_id, kind
            """
        return try connection.rows(sql, [], Self.schedule).compactMap { $0 }
    }

    /// Keeps schedules; those of places removed meanwhile are passed over.
    func save(_ schedules: [ScheduleRecord]) throws(StoreError) {
        let sql = """
            INSERT OR REPLACE INTO schedule (
                place_id, kind, succeeded_at, attempt, failed_cycles, next_attempt_at, failure_at,
                failure_kind, failure_label, failure_code, failure_http_status, failure_message)
            SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 FROM place WHERE id = ?1
            """
        for schedule in schedules {
            let failure = schedule.lastFailure
            try connection.run(
                sql,
                [
                    SQLValue(schedule.place), .text(schedule.kind.rawValue), SQLValue(schedule.succeededAt),
                    SQLValue(schedule.attempt), SQLValue(schedule.failedCycles),
                    SQLValue(schedule.nextAttemptAt), SQLValue(failure?.at),
                    SQLValue(failure?.kind?.rawValue),
                    SQLValue(failure?.label), SQLValue(failure?.code), SQLValue(failure?.httpStatus),
                    SQLValue(failure?.message),
                ])
        }
    }

    func gates() throws(StoreError) -> [GateRecord] {
        try connection.rows("SELECT kind, until, step, since, digest FROM gate ORDER BY kind") {
            row -> GateRecord? in
            guard let kind = GateKind(rawValue: row.text()) else { return nil }
            return GateRecord(
                kind: kind, until: UnixTime(seconds: row.integer()), step: Int(row.integer()),
                since: UnixTime(seconds: row.integer()), digest: row.integerOrNil())
        }.compactMap { $0 }
    }

    func save(_ gate: GateRecord) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO gate (kind, until, step, since, digest) VALUES (?, ?, ?, ?, ?)",
            [
                .text(gate.kind.rawValue), SQLValue(gate.until), SQLValue(gate.step), SQLValue(gate.since),
                SQLValue(gate.digest),
            ])
    }

    func clear(_ gate: GateKind) throws(StoreError) {
        try connection.run("DELETE FROM gate WHERE kind = ?", [.text(gate.rawValue)])
    }

    func month() throws(StoreError) -> MonthRecord? {
        try connection.first("SELECT start, used FROM month") { row in
            MonthRecord(start: UnixTime(seconds: row.integer()), used: Int(row.integer()))
        }
    }

    /// Keeps the counter of the month; there is only one.
    func save(_ month: MonthRecord) throws(StoreError) {
        try connection.run("DELETE FROM month WHERE start <> ?", [SQLValue(month.start)])
        try connection.run(
            "INSERT OR REPLACE INTO month (start, used) VALUES (?, ?)",
            [SQLValue(month.start), SQLValue(month.used)])
    }

    private static func schedule(_ row: inout Row) -> ScheduleRecord? {
        let place = PlaceID(row.integer())
        guard let kind = WeatherKind(rawValue: row.text()) else { return nil }
        var schedule = ScheduleRecord(place: place, kind: kind)
        schedule.succeededAt = row.integerOrNil().map(UnixTime.init(seconds:))
        schedule.attempt = Int(row.integer())
        schedule.failedCycles = Int(row.integer())
        schedule.nextAttemptAt = row.integerOrNil().map(UnixTime.init(seconds:))
        let failedAt = row.integerOrNil().map(UnixTime.init(seconds:))
        let failedKind = row.textOrNil().flatMap(WeatherKind.init(rawValue:))
        let label = row.text()
        let code = row.integerOrNil().map(Int.init)
        let httpStatus = row.integerOrNil().map(Int.init)
        let message = row.text()
        schedule.lastFailure = failedAt.map {
            FailureRecord(
                at: $0, kind: failedKind, label: label, code: code, httpStatus: httpStatus, message: message)
        }
        return schedule
    }
}
