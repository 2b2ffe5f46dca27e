import Control
import Core

enum Samples {
    /// 2026-11-30 14:20 UTC, a Monday.
    static let now = UnixTime(seconds: 1_796_048_400)

    static let snow = Condition(id: 600, group: "Snow", text: "light snow", icon: "13d")

    static func observation(at time: UnixTime) -> Observation {
        var observation = Observation(observedAt: time, temperature: -3)
        observation.feelsLike = -7.4
        observation.pressure = 1012
        observation.humidity = 81
        observation.windSpeed = 4.1
        observation.windDirection = 90
        observation.windGust = 7.2
        observation.condition = snow
        return observation
    }

    static func position(_ latitude: Double, _ longitude: Double) -> Coordinates {
        guard let position = Coordinates(latitude: latitude, longitude: longitude) else {
            preconditionFailure("a sample out of range")
        }
        return position
    }

    static func candidate(
        _ name: String, _ state: String?, _ country: String?, _ latitude: Double, _ longitude: Double
    ) -> PlaceCandidate {
        PlaceCandidate(name: name, state: state, country: country, coordinates: position(latitude, longitude))
    }

    static let candidates = [
        candidate("London", "England", "GB", 51.5073, -0.1276),
        candidate("London", nil, "CA", 42.9834, -81.233),
        candidate("London", "Kentucky", "US", 37.129, -84.0833),
    ]

    /// A place in good order, checked six minutes ago.
    static func place(_ id: Int64 = 1, _ name: String = "Oslo", now: UnixTime = now) -> PlaceReport {
        PlaceReport(
            id: PlaceID(id), name: name, coordinates: position(59.9133, 10.739), resolvedName: name,
            country: "NO",
            status: .active,
            current: CurrentReport(
                observation: observation(at: now.advanced(by: .minutes(-10))),
                checkedAt: now.advanced(by: .minutes(-6)), age: .minutes(10), isStale: false),
            waitingFor: .interval, nextAttemptAt: now.advanced(by: .minutes(4)))
    }

    /// Everything in order: online for 2 h 11 min.
    static func status(now: UnixTime = now) -> StatusReport {
        StatusReport(
            version: "0.1.0",
            daemon: DaemonReport(
                state: .running, processIdentifier: 812, startedAt: now.advanced(by: .days(-3)), storage: .ok,
                clockOffset: 0.2),
            reachability: ReachabilityReport(
                state: .online, reason: .none, since: now.advanced(by: .minutes(-131)), generation: 1,
                target: "openweathermap.org:443",
                lastProbe: ProbeEvidenceReport(at: now, dns: .milliseconds(2), connect: .milliseconds(21))),
            key: KeyReport(state: .ok, source: .set),
            budget: BudgetReport(minuteUsed: 31, minuteLimit: 50, monthUsed: 4210, monthLimit: 1_000_000),
            counts: CountsReport(places: 3, fresh: 3, stale: 0))
    }
}
