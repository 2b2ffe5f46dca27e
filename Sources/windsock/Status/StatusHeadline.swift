package import Control
package import Core

/// The first lines of `windsock status`: what the state is, since when and why, and what to do about it.
package struct StatusHeadline: Equatable, Sendable {
    /// One line that names the state and what matters most.
    package let text: String
    package let tint: Tint
    /// What else is wrong, and the budget: a line each.
    package let more: [String]

    /// - Parameters:
    ///   - zone: in which times of day are written.
    ///   - start: the command that starts the daemon here.
    package init(
        _ report: StatusReport, now: UnixTime, zone: LocalTime.Zone = .machine,
        start: String = "systemctl start windsockd"
    ) {
        let words = HeadlineWords(report: report, now: now, zone: zone)
        guard report.daemon.state == .running else {
            text = "windsockd is not running (these are the stored values); start it with: \(start)"
            tint = .broken
            more = []
            return
        }
        let problems = words.problems
        switch report.reachability.state {
        case .unknown:
            text = ["finding out whether \(words.host) can be reached", words.key].joined(separator: " · ")
            tint = .stale
            more = problems
        case .offline:
            text = [words.state, words.reason, words.key].joined(separator: " · ")
            tint = .broken
            // Offline, the key needs no line of its own: it stands in the first.
            more = words.problemsBesidesKey
        case .online:
            let good = [words.speed, words.key].compactMap { $0 }
            text = ([words.state] + (problems.first.map { [$0] } ?? good)).joined(separator: " · ")
            tint = problems.isEmpty ? .good : .stale
            more = problems.dropFirst() + [words.budget].compactMap { $0 }
        }
    }
}

/// The pieces the headline is made of.
private struct HeadlineWords {
    let report: StatusReport
    let now: UnixTime
    let zone: LocalTime.Zone

    /// A clock this far from the server's is worth a line: certificates and times of day depend on it.
    private static let clockTolerance = 3600.0

    var host: String { report.reachability.host }

    var state: String {
        let word = report.reachability.state.rawValue
        guard let since = report.reachability.since else { return word }
        return "\(word) for \(since.duration(to: now).inWords)"
    }

    var reason: String { report.reachability.reason.words(host: host, now: now) }

    /// `openweathermap.org in 23 ms`: the last probe from the first packet to the last step it took.
    var speed: String? {
        guard let probe = report.reachability.lastProbe, probe.failedPhase == nil else { return nil }
        let steps = [probe.dns, probe.connect, probe.tls].compactMap { $0 }
        guard !steps.isEmpty else { return nil }
        let total = steps.reduce(Duration.zero, +)
        return "\(host) in \(max(1, Int(clamping: total.wholeMilliseconds))) ms"
    }

    var key: String {
        switch report.key.state {
        case .missing: "no key yet: windsock key set"
        case .unverified: "key not tried yet"
        case .ok: "key ok"
        case .refused: "key refused"
        }
    }

    var problems: [String] { [keyProblem].compactMap { $0 } + problemsBesidesKey }

    var problemsBesidesKey: [String] {
        [forced, blocked, storage, breaker, stretched, clock].compactMap { $0 }
    }

    private var keyProblem: String? {
        switch report.key.state {
        case .ok, .unverified: return nil
        case .missing: return "no key yet; get one at openweathermap.org, then: windsock key set"
        case .refused:
            let next = report.key.nextCheckAt.map { "; next try \(soon($0))" } ?? ""
            return "the key was refused (new keys take up to 2 h)\(next), or: windsock key set"
        }
    }

    private var forced: String? {
        guard report.reachability.state == .online, report.reachability.reason == .forced else { return nil }
        return ReachabilityReason.forced.words(host: host, now: now)
    }

    private var blocked: String? {
        guard let until = report.budget.blockedUntil, until > now else { return nil }
        let time = LocalTime(until, in: zone).brief(now: LocalTime(now, in: zone))
        if report.budget.monthUsed >= report.budget.monthLimit {
            return
                "all \(report.budget.monthLimit.grouped) calls of this month are used; it goes on at \(time)"
        }
        return "OpenWeatherMap asked us to wait until \(time) (too many calls with this key)"
    }

    private var storage: String? {
        switch report.daemon.storage {
        case .ok: nil
        case .full: "the disk is full: newest values are kept in memory"
        case .failing: "the disk is failing: newest values are kept in memory"
        case .recovered: "the database was damaged: it was set aside and what could be saved was saved"
        }
    }

    private var breaker: String? {
        let count = report.counts.waiting.breaker
        guard count > 0 else { return nil }
        return
            "the service answers with errors; \(count.counted("place waits", "places wait")) for it"
    }

    private var stretched: String? {
        guard let interval = report.budget.stretchedTo else { return nil }
        let limit = "to stay within \(report.budget.monthLimit.grouped) calls a month"
        guard let regular = report.budget.interval else { return "every \(interval.inWords), \(limit)" }
        return
            "every \(interval.inWords) instead of \(HeadlineWords.short(regular, beside: interval)), \(limit)"
    }

    /// `10` beside `14 min`: a unit that stands there already is not said again.
    private static func short(_ duration: Duration, beside other: Duration) -> String {
        let words = duration.inWords.split(separator: " ")
        let otherWords = other.inWords.split(separator: " ")
        return words.count == 2 && otherWords.count == 2 && words[1] == otherWords[1]
            ? String(words[0]) : duration.inWords
    }

    private var clock: String? {
        guard let offset = report.daemon.clockOffset, abs(offset) > HeadlineWords.clockTolerance,
            let seconds = Int64(exactly: abs(offset).rounded())
        else { return nil }
        let side = offset > 0 ? "ahead of" : "behind"
        return "this clock is \(Duration.seconds(seconds).inWords) \(side) the server's"
    }

    var budget: String? {
        let budget = report.budget
        guard budget.minuteLimit > 0 else { return nil }
        return "\(budget.minuteUsed.grouped) of \(budget.minuteLimit.grouped) calls this minute · "
            + "\(budget.monthUsed.grouped) of \(budget.monthLimit.grouped) this month"
    }

    private func soon(_ time: UnixTime) -> String {
        time > now ? "in \(now.duration(to: time).inWords)" : "now"
    }
}

extension ReachabilityReport {
    /// The target without the port nobody needs to read.
    package var host: String {
        let name = target.hasSuffix(":443") ? target.dropLast(4) : target[...]
        return String(name).printable()
    }
}
