package import Core

/// Why the agent did not do what it was asked: the errors of the interface `org.windsock.Agent`.
package enum ControlError: Error, Equatable, Sendable {
    /// No place of the watch list is called so; the nearest name, and how many places there are.
    case noSuchPlace(name: String, nearest: String?, places: Int)
    /// The watch list has a place called so; letter case does not distinguish them.
    case duplicateName(name: String)
    /// The query fits several places: choose by number, from 1.
    case ambiguousName(query: String, candidates: [PlaceCandidate])
    /// Geocoding does not know the query.
    case unknownName(query: String)
    /// What was given is wrong: `what` names it with its value, `why` says how, `hint` is a command to paste.
    case invalidArgument(what: String, why: String, hint: String?)
    /// The caller has no right to change; `need` says who has.
    case notPermitted(need: String)
    /// It needs something that is not there now: the network, a key, quota.
    case unavailable(reason: String, hint: String?)
    /// The disk does not take it.
    case storageFailing(reason: String)
    /// The configuration was not taken over; one line for each fault, with file and line number.
    case configurationFaulty(faults: [String])
    /// The message is longer than the caller may send, in bytes.
    case tooLarge(limit: Int)
    /// Not now: too many clients, or the agent is stopping.
    case tryAgain(reason: String)

    /// A word from a bounded set, for logs and counters.
    package var label: String {
        switch self {
        case .noSuchPlace: "no_such_place"
        case .duplicateName: "duplicate_name"
        case .ambiguousName: "ambiguous_name"
        case .unknownName: "unknown_name"
        case .invalidArgument: "invalid_argument"
        case .notPermitted: "not_permitted"
        case .unavailable: "unavailable"
        case .storageFailing: "storage_failing"
        case .configurationFaulty: "configuration_faulty"
        case .tooLarge: "too_large"
        case .tryAgain: "try_again"
        }
    }

    /// What `windsock` exits with.
    package var exitCode: ExitCode {
        switch self {
        case .noSuchPlace, .duplicateName, .ambiguousName, .unknownName, .invalidArgument, .tooLarge: .badData
        case .notPermitted: .notPermitted
        case .unavailable: .unavailable
        case .storageFailing: .inputOutput
        case .configurationFaulty: .configuration
        case .tryAgain: .tryAgain
        }
    }

    /// Whether the same request may succeed later without anything else being done.
    package var isRetryable: Bool {
        switch self {
        case .unavailable, .storageFailing, .tryAgain: true
        default: false
        }
    }

    /// What is wrong and why, in one line that begins in lower case; safe to print.
    package var message: String {
        switch self {
        case .noSuchPlace(let name, _, _): "no place called \"\(name.printable())\""
        case .duplicateName(let name): "there is a place called \"\(name.printable())\" already"
        case .ambiguousName(let query, let candidates):
            "\(candidates.count) places are called \(query.printable())"
        case .unknownName(let query): "OpenWeatherMap knows no place called \"\(query.printable())\""
        case .invalidArgument(let what, let why, _):
            "\(what.printable(limit: 120)) \(why.printable(limit: 200))"
        case .notPermitted(let need): "not permitted: \(need.printable(limit: 200))"
        case .unavailable(let reason, _): reason.printable(limit: 200)
        case .storageFailing(let reason): "the disk does not take it: \(reason.printable(limit: 200))"
        case .configurationFaulty(let faults):
            "the configuration was not taken over: "
                + faults.map { $0.printable(limit: 200) }.joined(separator: "; ")
        case .tooLarge(let limit): "the request is longer than \(limit) bytes"
        case .tryAgain(let reason): reason.printable(limit: 200)
        }
    }

    /// What the user can do, a command to paste where there is one; safe to print.
    package var hint: String? {
        switch self {
        case .noSuchPlace(_, let nearest, let places):
            "windsock list shows \(places) \(places == 1 ? "place" : "places")"
                + (nearest.map { "; the nearest name is \"\($0.printable())\"" } ?? "")
        case .duplicateName: "windsock rename OLD NEW, or add it under another name"
        case .ambiguousName: "choose with --pick N, or take the first with --first"
        case .unknownName: "windsock search QUERY shows what is known; or give a position with --at LAT,LON"
        case .invalidArgument(_, _, let hint), .unavailable(_, let hint): hint?.printable(limit: 200)
        case .configurationFaulty: "windsockd --check-config"
        case .storageFailing: "windsock check; df shows the space left"
        case .tooLarge: "split it into several requests"
        case .tryAgain: "try again in a moment"
        case .notPermitted: nil
        }
    }
}
