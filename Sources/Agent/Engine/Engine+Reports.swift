import Control
import Core
import EventLoop
import OpenWeatherMap
import Transfer

// The state of everything, as the interface reports it.
extension Engine {
    var statusReport: StatusReport {
        StatusReport(
            version: Release.version,
            daemon: DaemonReport(
                state: .running, processIdentifier: Int(ProcessIdentity.current), startedAt: startedAt,
                storage: storage, clockOffset: clockOffset?.inSeconds),
            reachability: reachabilityReport, key: keyReport, budget: budgetReport, counts: countsReport,
            places: [])
    }

    var reachabilityReport: ReachabilityReport {
        let status = machine.reachability.status
        return ReachabilityReport(
            state: status.state, reason: status.reason, since: status.sinceWall,
            generation: status.generation,
            target: configuration.target.authority,
            lastProbe: machine.reachability.evidence.map { evidence in
                ProbeEvidenceReport(
                    at: evidence.at, dns: evidence.finding.dns, connect: evidence.finding.connect,
                    tls: evidence.finding.tls, failedPhase: evidence.finding.failure?.phase,
                    code: evidence.finding.failure?.code)
            })
    }

    var keyReport: KeyReport {
        let state: KeyReport.State
        if keys.key == nil {
            state = .missing
        } else if machine.sync.gate(.key) != nil {
            state = .refused
        } else {
            state = machine.sync.keyIsProven ? .ok : .unverified
        }
        return KeyReport(
            state: state, source: keys.inForce?.source, shadowed: keys.shadowed,
            nextCheckAt: machine.sync.gate(.key).map { now.wall(at: $0.until) })
    }

    var budgetReport: BudgetReport {
        let now = self.now
        let sync = machine.sync
        var blockedUntil = sync.gate(.quota).map { now.wall(at: $0.until) }
        if sync.budget.isMonthSpent {
            blockedUntil = max(blockedUntil ?? now.wall, sync.budget.month.start.startOfNextMonth)
        }
        let stretched = configuration.sync.interval(.current)?.scaled(by: sync.stretch)
        return BudgetReport(
            minuteUsed: machine.minuteUsed(at: now), minuteLimit: sync.budget.perMinute,
            monthUsed: sync.budget.month.used, monthLimit: sync.budget.perMonth,
            interval: configuration.sync.interval(.current),
            stretchedTo: sync.stretch > 1 ? stretched : nil, blockedUntil: blockedUntil)
    }

    private var countsReport: CountsReport {
        let now = self.now
        let tally = machine.sync.tally(
            freshSince: now.moment.advanced(by: .zero - configuration.staleAfter), at: now)
        func waiting(_ reason: WaitReason) -> Int { tally.waiting[reason] ?? 0 }
        return CountsReport(
            places: places.count, fresh: tally.fresh, stale: tally.stale,
            staleAfter: configuration.staleAfter,
            waiting: WaitingCounts(
                online: waiting(.online), timer: waiting(.timer), key: waiting(.key),
                quota: waiting(.quota), breaker: waiting(.breaker), storage: waiting(.storage)))
    }

    func report(_ place: Place) -> PlaceReport {
        let now = self.now
        let progress = machine.progress(of: place.id, at: now)
        return PlaceReport(
            id: place.id, name: place.name, coordinates: place.coordinates, resolvedName: place.resolvedName,
            country: place.country, state: place.state, query: place.query, status: place.status,
            current: keptReport(of: place.id),
            waitingFor: progress?.waitingFor, nextAttemptAt: progress?.nextAttempt.map { now.wall(at: $0) },
            attempt: progress?.attempt ?? 0, lastFailure: progress?.lastFailure)
    }

    /// One line for `systemctl status`: `online, 12 places, next fetch 14:20`, in this machine's zone.
    var statusLine: String {
        let status = machine.reachability.status
        let reason =
            status.reason == .none
            ? "" : " (\(status.reason.words(host: targetName, now: nil)))"
        let count = places.count == 1 ? "1 place" : "\(places.count) places"
        return "\(status.state.rawValue)\(reason), \(count)\(outlook)"
    }

    /// What comes next: the earliest call, or the key.
    private var outlook: String {
        guard !places.isEmpty else { return "" }
        guard keys.key != nil else { return ", waiting for a key" }
        let now = self.now
        guard let next = machine.nextCall(at: now), let clock = TimeOfDay(now.wall(at: next))
        else { return "" }
        return ", next fetch \(clock)"
    }
}
