import Control
import Core
import Store

/// Everything `windsock status` shows, gathered: from the daemon with the weather joined from the database,
/// or from the database alone.
struct StatusSource {
    let report: StatusReport
    /// Why the weather is missing, when it is.
    let weatherFault: CommandError?

    init(_ session: Session, places names: [String]) throws(CommandError) {
        if let agent = try session.agentIfRunning() {
            let (status, list) = try asking { () throws(ControlClientError) in try agent.statusAndPlaces() }
            self.init(status, try WatchList(places: list).find(names), session)
        } else {
            let reader = try session.reader()
            let list = WatchList(places: try WatchList.stored(reader))
            let report = try StatusSource.stopped(reader, list, session)
            try self.init(report, list.find(names), session, reader)
        }
    }

    /// While the daemon runs, a database that cannot be read costs the weather, not the rest.
    private init(_ status: StatusReport, _ places: [PlaceReport], _ session: Session) {
        var status = status
        do throws(CommandError) {
            status.places = try StatusSource.joined(places, try session.reader(), session)
            weatherFault = nil
        } catch {
            status.places = places
            weatherFault = error
        }
        report = status
    }

    private init(
        _ status: StatusReport, _ places: [PlaceReport], _ session: Session, _ reader: StoreReader
    ) throws(CommandError) {
        var status = status
        status.places = try StatusSource.joined(places, reader, session)
        status.counts.stale = status.places.count { $0.current?.isStale ?? false }
        status.counts.fresh = status.places.count { $0.current.map { !$0.isStale } ?? false }
        report = status
        weatherFault = nil
    }

    private static func joined(
        _ places: [PlaceReport], _ reader: StoreReader, _ session: Session
    ) throws(CommandError) -> [PlaceReport] {
        let staleAfter = StaleAfter.read(session.directories.configurationFile)
        let rows = try storing { () throws(StoreError) in
            try reader.snapshot { () throws(StoreError) in try reader.currents(of: places.map(\.id)) }
        }
        let byPlace = Dictionary(rows.map { ($0.place, $0) }) { first, _ in first }
        return places.map { place in
            var place = place
            let stored = byPlace[place.id].map {
                CurrentReport($0, now: session.now, staleAfter: staleAfter)
            }
            // What the daemon cannot write for want of room is newer than what is stored.
            place.current = place.current ?? stored
            return place
        }
    }

    /// What the database knows of a daemon that is not there.
    ///
    /// Reachability and limits are not among it.
    private static func stopped(
        _ reader: StoreReader, _ list: WatchList, _ session: Session
    ) throws(CommandError) -> StatusReport {
        let memory = try storing { () throws(StoreError) in try reader.syncMemory() }
        let isThisMonth = memory.month?.start == session.now.startOfMonth
        let hasKey = KeyFile.exists(at: session.directories.key)
        return StatusReport(
            version: ProgramVersion.current,
            daemon: DaemonReport(
                state: .stopped, processIdentifier: nil, startedAt: nil, storage: .ok, clockOffset: nil),
            reachability: ReachabilityReport(
                state: .unknown, reason: .none, since: nil, generation: 0, target: "openweathermap.org:443",
                lastProbe: nil),
            key: KeyReport(state: hasKey ? .unverified : .missing, source: hasKey ? .set : nil),
            budget: BudgetReport(
                minuteUsed: 0, minuteLimit: 0, monthUsed: isThisMonth ? memory.month?.used ?? 0 : 0,
                monthLimit: 0),
            counts: CountsReport(places: list.places.count, fresh: 0, stale: 0))
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
