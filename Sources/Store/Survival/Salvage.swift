/// Copies what can still be read of a damaged database into a new one.
///
/// Rows are asked for by ranges of their keys. A range that touches a damaged page fails as a whole and is
/// halved, until what fails is small enough to give up; so a damaged page costs its own rows and few besides.
/// Each range is a transaction of its own, because a statement that meets damage leaves half of its rows in the
/// one it is part of.
struct Salvage: ~Copyable {
    /// Failed ranges after which the rest of one series is given up: its inner pages are gone.
    private static let patience = 1000

    private let connection: Connection

    /// Opens both; the damaged file's content is not changed, its log is not written back.
    init(of damaged: String, into path: String) throws(StoreError) {
        connection = try Connection.openForSalvage(of: damaged, into: path)
    }

    /// - Parameter withPlaces: Whether the watch list itself must come from the damaged file.
    /// - Throws: Why the new database cannot be written (`isOfWriting`).
    func run(withPlaces: Bool) throws(StoreError) {
        if withPlaces { try copyByNumber("place") }
        try copyByNumber("condition")
        let places = try connection.rows("SELECT id FROM main.place ORDER BY id") { $0.integer() }
        for place in places {
            for table in ["latest", "schedule"] { try attempt("\(table) WHERE place_id = \(place)") }
            try copyByTime("observation", "observed_at", of: place)
            try copyByTime("air", "observed_at", of: place)
            try copyByTime("forecast", "valid_at", of: place)
            try repairLatest(of: place)
        }
        for table in ["gate", "month"] { try attempt(table) }
        for table in ["attempt", "reachability"] { try copyByNumber(table) }
    }

    private func copyByNumber(_ table: String) throws(StoreError) {
        try copy(table, key: "id", from: 0, to: 1 << 40, giveUpBelow: 1, where: "")
    }

    private func copyByTime(_ table: String, _ key: String, of place: Int64) throws(StoreError) {
        try copy(
            table, key: key, from: 0, to: 1 << 34, giveUpBelow: 3600, where: "place_id = \(place) AND ")
    }

    private func copy(
        _ table: String, key: String, from: Int64, to: Int64, giveUpBelow span: Int64, where condition: String
    ) throws(StoreError) {
        var ranges = [from..<to]
        var failures = 0
        while let range = ranges.popLast(), failures < Self.patience {
            do throws(StoreError) {
                try insert(
                    "\(table) WHERE \(condition)\(key) >= ? AND \(key) < ?",
                    [.integer(range.lowerBound), .integer(range.upperBound)])
            } catch {
                if error.isOfWriting { throw error }
                failures += 1
                guard range.upperBound - range.lowerBound > span else { continue }
                let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
                // The lower half is looked at first: what a file has lost is its end, and behind that every range fails.
                ranges.append(middle..<range.upperBound)
                ranges.append(range.lowerBound..<middle)
            }
        }
    }

    /// A few rows that are read together or not at all.
    private func attempt(_ source: String) throws(StoreError) {
        do throws(StoreError) { try insert(source, []) } catch {
            if error.isOfWriting { throw error }
        }
    }

    private func insert(_ source: String, _ values: [SQLValue]) throws(StoreError) {
        let table = source.prefix { $0 != " " }
        try connection.run("INSERT OR IGNORE INTO main.\(table) SELECT * FROM damaged.\(source)", values)
    }

    /// `latest` names rows that are there.
    private func repairLatest(of place: Int64) throws(StoreError) {
        for (kind, table) in [("current", "observation"), ("air", "air")] {
            try connection.run(
                """
                DELETE FROM main.latest WHERE place_id = ?1 AND kind = '\(kind)'
                    AND NOT EXISTS (
                        SELECT 1 FROM main.\(table) AS kept WHERE kept.place_id = ?1 AND observed_at = at)
                """, [.integer(place)])
            try connection.run(
                """
                INSERT OR IGNORE INTO main.latest (place_id, kind, at, checked_at)
                SELECT place_id, '\(kind)', max(observed_at), max(observed_at)
                FROM main.\(table) WHERE place_id = ?1 GROUP BY place_id
                """, [.integer(place)])
        }
    }
}

extension StoreError {
    /// While rows are copied: whether it is the new database that cannot be written, so that reading on would be
    /// of no use, and not the damaged one that cannot be read.
    var isOfWriting: Bool {
        switch self {
        case .full, .readOnly: true
        case .ioError(let report):
            // SQLITE_IOERR_READ, _SHORT_READ and _CORRUPTFS.
            ![266, 522, 8458].contains(report.extendedCode)
        default: false
        }
    }
}
