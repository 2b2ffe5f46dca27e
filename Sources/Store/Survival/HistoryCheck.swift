/// Looks for damage in the long tables, a little at a time.
///
/// A page that is not what it should be is found when it is read; rows that are out of order are found by
/// their keys. A value that has changed without its page becoming impossible is found by nobody.
struct HistoryCheck {
    /// Rows that one step reads: some milliseconds.
    static let stepLimit = 5000

    /// Where a step begins: behind this row.
    struct Position: Equatable, Sendable {
        var series: Int
        var place: Int64
        var key: Int64

        static let start = Position(series: 0, place: .min, key: .min)
    }

    /// Each table with the columns it is ordered by; a journal has no place.
    private static let series: [(table: String, place: String?, key: String)] = [
        ("observation", "place_id", "observed_at"), ("air", "place_id", "observed_at"),
        ("forecast", "place_id", "valid_at"), ("attempt", nil, "id"), ("reachability", nil, "id"),
    ]

    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Reads the next rows.
    ///
    /// - Returns: Where the next step begins; nil behind the last row.
    /// - Throws: `corrupt`.
    func step(from position: Position) throws(StoreError) -> Position? {
        guard Self.series.indices.contains(position.series) else { return nil }
        let (table, place, key) = Self.series[position.series]
        let order = place.map { "\($0), \(key)" } ?? key
        let values = place == nil ? [position.key] : [position.place, position.key]
        let marks = place == nil ? "?" : "?, ?"
        let sql = """
            SELECT \(place ?? "0"), \(key) FROM \(table) WHERE (\(order)) > (\(marks))
            ORDER BY \(order) LIMIT \(Self.stepLimit)
            """
        var last = position
        var count = 0
        try connection.forEach(sql, values.map(SQLValue.integer)) { (row) throws(StoreError) in
            let next = Position(series: position.series, place: row.integer(), key: row.integer())
            guard (last.place, last.key) < (next.place, next.key) else {
                throw .damaged("\(table): rows out of order")
            }
            last = next
            count += 1
        }
        guard count == Self.stepLimit else {
            return Position(series: position.series + 1, place: .min, key: .min)
        }
        return last
    }
}
