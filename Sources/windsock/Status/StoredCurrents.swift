import Control
import Core
import Store

/// The stored current weather, opened and read before it is known whose is wanted.
struct StoredCurrents {
    let reader: StoreReader
    /// The newest of every place; nil to read those that are wanted one by one.
    private let all: [CurrentRow]?

    /// - Parameter readingAll: all places are wanted: one query for all is quicker than one for each.
    static func open(_ session: Session, readingAll: Bool) -> Result<StoredCurrents, CommandError> {
        Result { () throws(CommandError) in
            let reader = try session.reader()
            let rows = readingAll ? try storing { () throws(StoreError) in try reader.currents() } : nil
            return StoredCurrents(reader: reader, all: rows)
        }
    }

    /// The places with their weather.
    func joined(
        _ places: [PlaceReport], now: UnixTime, staleAfter: Duration
    ) throws(CommandError) -> [PlaceReport] {
        let rows: [CurrentRow]
        if let all {
            rows = all
        } else {
            rows = try storing { () throws(StoreError) in
                try reader.snapshot { () throws(StoreError) in try reader.currents(of: places.map(\.id)) }
            }
        }
        let byPlace = Dictionary(rows.map { ($0.place, $0) }) { first, _ in first }
        return places.map { place in
            var place = place
            let stored = byPlace[place.id].map { CurrentReport($0, now: now, staleAfter: staleAfter) }
            // What the daemon cannot write for want of room is newer than what is stored.
            place.current = place.current ?? stored
            return place
        }
    }
}

extension CurrentReport {
    /// A stored row with its ages.
    ///
    /// A time that this clock has not reached is stale too.
    init(_ row: CurrentRow, now: UnixTime, staleAfter: Duration) {
        let isFuture =
            max(row.checkedAt, row.observation.observedAt) > now.advanced(by: CurrentReport.clockSlack)
        self.init(
            observation: row.observation, checkedAt: row.checkedAt,
            age: row.observation.observedAt.duration(to: now),
            isStale: isFuture || row.checkedAt.duration(to: now) > staleAfter)
    }

    /// Two clocks never agree to the second.
    private static let clockSlack = Duration.minutes(1)
}
