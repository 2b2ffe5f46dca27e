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
            var weather: Result<StoredCurrents, CommandError>?
            let (status, list) = try asking { () throws(ControlClientError) in
                try agent.statusAndPlaces {
                    weather = StoredCurrents.open(session, readingAll: names.isEmpty)
                }
            }
            var report = status
            report.places = try WatchList(places: list).find(names)
            // While the daemon runs, a database that cannot be read costs the weather, not the rest.
            do throws(CommandError) {
                guard let weather else { throw .agent(.protocolFault("nothing was asked")) }
                report.places = try weather.get().joined(
                    report.places, now: session.now, staleAfter: status.counts.staleAfter)
                weatherFault = nil
            } catch {
                weatherFault = error
            }
            self.report = report
        } else {
            let weather = try StoredCurrents.open(session, readingAll: names.isEmpty).get()
            let list = WatchList(places: try WatchList.stored(weather.reader))
            var report = try StatusSource.stopped(weather.reader, list, session)
            report.counts.staleAfter = StaleAfter.read(session.directories.configurationFile)
            report.places = try weather.joined(
                list.find(names), now: session.now, staleAfter: report.counts.staleAfter)
            report.counts.stale = report.places.count { $0.current?.isStale ?? false }
            report.counts.fresh = report.places.count { $0.current.map { !$0.isStale } ?? false }
            self.report = report
            weatherFault = nil
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
