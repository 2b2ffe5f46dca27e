import Control
import Core

/// Values with something in every member.
enum Samples {
    static let time = UnixTime(seconds: 1_700_000_000)

    static let place = PlaceReport(
        id: PlaceID(7), name: "Oslo", coordinates: Coordinates(latitude: 59.9133, longitude: 10.739),
        resolvedName: "Oslo", country: "NO", state: "Oslo", query: .zip("0150,NO"), status: .active,
        current: current, waitingFor: .timer, nextAttemptAt: time.advanced(by: .seconds(3)), attempt: 2,
        lastFailure: failure)

    static let ambiguous = PlaceReport(
        id: PlaceID(8), name: "London", coordinates: nil, query: .name("London"), status: .ambiguous,
        candidates: candidates, waitingFor: .pick)

    static let candidates = [
        candidate("London", "England", "GB", 51.5073, -0.1276),
        candidate("London", nil, "CA", 42.9834, -81.233),
    ]

    static func candidate(
        _ name: String, _ state: String?, _ country: String?, _ latitude: Double, _ longitude: Double
    ) -> PlaceCandidate {
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
            preconditionFailure("a sample out of range")
        }
        return PlaceCandidate(name: name, state: state, country: country, coordinates: coordinates)
    }

    static var observation: Observation {
        var observation = Observation(observedAt: time, temperature: -3)
        observation.feelsLike = -7.4
        observation.temperatureMinimum = -4
        observation.temperatureMaximum = -2.5
        observation.pressure = 1012
        observation.seaLevelPressure = 1012.5
        observation.groundLevelPressure = 1000
        observation.humidity = 81
        observation.visibility = 10_000
        observation.windSpeed = 4.1
        observation.windDirection = 90
        observation.windGust = 7.2
        observation.cloudCover = 75
        observation.rain1h = 0.1
        observation.rain3h = 0.2
        observation.snow1h = 0.3
        observation.snow3h = 0.4
        observation.condition = Condition(id: 600, group: "Snow", text: "light snow", icon: "13d")
        observation.sunrise = time.advanced(by: .seconds(-1000))
        observation.sunset = time.advanced(by: .seconds(1000))
        return observation
    }

    static let current = CurrentReport(
        observation: observation, checkedAt: time.advanced(by: .seconds(60)), age: .seconds(90), isStale: true
    )

    static let failure = FailureRecord(
        at: time, kind: .air, label: "unavailable", code: -1001, httpStatus: 503, message: "server error 503")

    static let reachability = ReachabilityReport(
        state: .offline, reason: .noPath, since: time, generation: 3, target: "openweathermap.org:443",
        lastProbe: ProbeEvidenceReport(
            at: time, dns: .microseconds(1500), connect: .milliseconds(23), tls: nil, failedPhase: .tls,
            code: -1200))

    static let key = KeyReport(
        state: .refused, source: .set, shadowed: [.file, .environment], nextCheckAt: time)

    static let status = StatusReport(
        version: "0.1.0",
        daemon: DaemonReport(
            state: .running, processIdentifier: 812, startedAt: time, storage: .full, clockOffset: -0.25),
        reachability: reachability, key: key,
        budget: BudgetReport(
            minuteUsed: 31, minuteLimit: 50, monthUsed: 4210, monthLimit: 1_000_000,
            interval: .seconds(600), stretchedTo: .seconds(840),
            blockedUntil: time),
        counts: CountsReport(
            places: 4, fresh: 3, stale: 1, staleAfter: .seconds(5400),
            waiting: WaitingCounts(online: 1, timer: 2, key: 3, quota: 4, breaker: 5, storage: 6)))

    static let attempt = AttemptReport(
        record: AttemptRecord(
            at: time, place: PlaceID(7), kind: "current", attempt: 2, outcome: "timed_out", code: -1001,
            httpStatus: 504, curlCode: 28, osErrno: 110, phase: .response,
            duration: .microseconds(20_000_500),
            bytes: 512, decision: "wait_timer", retryAt: time.advanced(by: .seconds(3))),
        placeName: "Oslo")

    static let events: [MonitorEvent] = [
        MonitorEvent(at: time, .reachability(reachability)),
        MonitorEvent(at: time, .attempt(attempt)),
        MonitorEvent(at: time, .place(PlaceChange(.updated, place))),
        MonitorEvent(at: time, .key(key)),
        MonitorEvent(at: time, .gate(GateReport(kind: .breaker, isClosed: true, until: time, since: time))),
    ]

    static let progress = SyncProgress(
        total: 12, stored: 4, unchanged: 5, failed: 1, waitingFor: .quota, waitingUntil: time,
        failedPlace: "Oslo", failure: failure)

    static let diagnosis = [
        DiagnosisLine(layer: "path", verdict: .ok, text: "default via 192.0.2.1 on wlan0"),
        DiagnosisLine(
            layer: "dns", verdict: .fail, text: "no answer in 2.5 s", duration: .milliseconds(2500),
            hint: "resolvectl status"),
        DiagnosisLine(layer: "tcp", verdict: .skipped, text: ""),
    ]

    static let errors: [ControlError] = [
        .noSuchPlace(name: "Atlantis", nearest: "Atlanta", places: 4),
        .noSuchPlace(name: "Atlantis", nearest: nil, places: 0),
        .duplicateName(name: "Oslo"),
        .ambiguousName(query: "London", candidates: candidates),
        .unknownName(query: "Nowhere"),
        .invalidArgument(what: "latitude 91", why: "is outside -90 to 90", hint: "--at 51.51,-0.13"),
        .notPermitted(need: "root"),
        .unavailable(reason: "offline", hint: nil),
        .storageFailing(reason: "input/output error"),
        .configurationFaulty(faults: ["windsock.conf:3: unknown key", "windsock.conf:9: no number"]),
        .tooLarge(limit: 65_536),
        .tryAgain(reason: "windsockd is stopping"),
    ]
}
