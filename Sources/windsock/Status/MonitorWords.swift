package import Control
package import Core

/// What happened, in one line: the time of day and what it means.
package enum MonitorWords {
    package static func lines(_ update: MonitorUpdate, now: UnixTime, start: String) -> [String] {
        switch update {
        case .snapshot(let status):
            [stamp(now) + StatusHeadline(status, now: now, start: start).text]
        case .event(let event): [stamp(event.at) + text(event)]
        }
    }

    private static func stamp(_ time: UnixTime) -> String {
        let local = LocalTime(time, in: .machine)
        return "\(local.clock):\(Int64(local.civil.second).padded(2))  "
    }

    static func text(_ event: MonitorEvent) -> String {
        switch event.content {
        case .reachability(let report):
            switch report.state {
            case .unknown: "finding out whether \(report.host) can be reached"
            case .online: "online"
            case .offline: "offline: \(report.reason.words(host: report.host, now: event.at))"
            }
        case .attempt(let attempt): text(attempt, at: event.at)
        case .place(let change): "\(name(change.place.name)) \(words(change))"
        case .key(let key): text(key)
        case .gate(let gate): text(gate)
        }
    }

    private static func text(_ attempt: AttemptReport, at time: UnixTime) -> String {
        let record = attempt.record
        let subject = [attempt.placeName.map(name), record.kind.printable()].compactMap { $0 }.joined(
            separator: " ")
        let here = LocalTime(time, in: .machine)
        return "\(subject): \(AttemptWords.outcome(record)) in \(record.duration.wholeMilliseconds) ms, "
            + AttemptWords.decision(record, here: here)
    }

    private static func words(_ change: PlaceChange) -> String {
        switch change.kind {
        case .added: "added"
        case .removed: "removed"
        case .updated: "is \(change.place.status.words)"
        }
    }

    private static func text(_ key: KeyReport) -> String {
        switch key.state {
        case .missing: "no key"
        case .unverified: "a new key"
        case .ok: "the key works"
        case .refused: "the key was refused"
        }
    }

    private static func text(_ gate: GateReport) -> String {
        guard gate.isClosed else {
            switch gate.kind {
            case .key: return "the key is accepted: fetching goes on"
            case .quota: return "calls are allowed again: fetching goes on"
            case .breaker: return "the service answers again: fetching goes on"
            }
        }
        let until = gate.until.map { "; next try at \(LocalTime($0, in: .machine).clock)" } ?? ""
        switch gate.kind {
        case .key: return "fetching waits for a key\(until)"
        case .quota: return "fetching waits: too many calls\(until)"
        case .breaker: return "fetching waits: the service answers with errors\(until)"
        }
    }

    private static func name(_ name: String) -> String { name.printable(limit: PlaceName.lengthLimit) }
}
