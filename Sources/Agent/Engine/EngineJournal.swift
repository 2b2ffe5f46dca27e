import Control
import Core
import EventLoop

/// The log's words: one line for each change of state, with the length of what ended; what repeats is
/// counted, not logged.
@LoopActor
final class EngineJournal {
    private var last: ReachabilityStatus?

    func publish(
        _ status: ReachabilityStatus, host: String, due: Int, on log: Log, at now: Now
    ) {
        defer { last = status }
        guard let last else { return }
        let length = last.since.duration(to: now.moment).inWords
        switch status.state {
        case .online:
            let what =
                last.state == .offline ? " after \(length) (\(last.reason.words(host: host, now: nil)))" : ""
            log.write(.info, "online\(what); \(EngineJournal.places(due)) due")
        case .offline:
            if last.state == .offline {
                log.write(.notice, "still offline: \(status.reason.words(host: host, now: now.wall))")
            } else {
                let what = last.state == .online ? " after \(length) online" : ""
                log.write(.notice, "offline\(what): \(status.reason.words(host: host, now: now.wall))")
            }
        case .unknown: log.write(.info, "reachability is being found out")
        }
    }

    func write(_ notice: SyncNotice, names: (PlaceID) -> String?, on log: Log, at now: Now) {
        switch notice {
        case .gateClosed(let kind, let until, let failure):
            let wait = now.moment.duration(to: until).inWords
            switch kind {
            case .key:
                log.write(.warning, "\(failure.message); waiting for a new key, next try in \(wait)")
            case .quota: log.write(.warning, "\(failure.message); all calls wait \(wait)")
            case .breaker:
                log.write(
                    .warning,
                    "the service fails at several places (\(failure.message)); all calls wait \(wait)")
            }
        case .gateOpened(let kind):
            switch kind {
            case .key: log.write(.notice, "the key gate is open")
            case .quota: log.write(.notice, "the service takes calls again")
            case .breaker: log.write(.notice, "the service works again")
            }
        case .placeFailing(let places, let kind, let failure, let attempt, let of, let retry):
            let wait = retry.map { ", retry \(attempt) of \(of) in \($0.inWords)" } ?? ""
            log.write(
                .warning,
                "\(EngineJournal.title(places, kind, names)): \(failure.message)\(wait) (repeats are counted, not logged)"
            )
        case .placeRecovered(let places, let kind, let calls):
            let count = calls == 1 ? "1 failed call" : "\(calls) failed calls"
            log.write(.info, "\(EngineJournal.title(places, kind, names)): works again after \(count)")
        case .intervalsStretched(let interval):
            log.write(
                .notice,
                "current weather is fetched every \(interval.inWords), to stay within the month's calls")
        }
    }

    private static func title(
        _ places: [PlaceID], _ kind: WeatherKind?, _ names: (PlaceID) -> String?
    ) -> String {
        let known = places.compactMap(names)
        let name = known.first ?? "a look-up"
        let more = known.count > 1 ? " and \(known.count - 1) more" : ""
        switch kind {
        case .current?: return name + more
        case .forecast?: return name + more + ", forecast"
        case .air?: return name + more + ", air"
        case nil: return name + more + ", position"
        }
    }

    private static func places(_ count: Int) -> String {
        count == 1 ? "1 place" : "\(count) places"
    }
}

extension KeyReport.Source {
    /// Where it is from, in words.
    var words: String {
        switch self {
        case .set: "set by windsock key set"
        case .credential: "systemd credential"
        case .file: "key file"
        case .environment: "environment"
        }
    }
}
