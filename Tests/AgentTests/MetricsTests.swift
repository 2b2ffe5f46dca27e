import Agent
import Control
import Core
import Glibc
import Store
import TestSupport
import Testing

/// The metrics file: what is in it, and that Prometheus itself understands it.
@Suite struct MetricsTests {
    private static let now = UnixTime(seconds: 1_796_048_400)
    /// Everything that a label must not hold as it is, and what may look like the end of one.
    static let names = [
        "Oslo", "São Paulo", "東京", "a \"quoted\" name", #"back\slash"#, #"\""#, "two\nlines", #"} 1"#, #"\n"#,
    ]

    private static func place(_ index: Int, _ name: String) -> Place {
        Place(
            id: PlaceID(Int64(index + 1)), name: name, query: nil,
            coordinates: Coordinates(latitude: Double(index), longitude: 10), country: "NO", status: .active,
            createdAt: now)
    }

    private static var status: StatusReport {
        StatusReport(
            version: "0.1.0",
            daemon: DaemonReport(
                state: .running, processIdentifier: 812, startedAt: now.advanced(by: .days(-3)), storage: .ok,
                clockOffset: -0.25),
            reachability: ReachabilityReport(
                state: .offline, reason: .noPath, since: now.advanced(by: .minutes(-41)), generation: 1,
                target: "openweathermap.org:443", lastProbe: nil),
            key: KeyReport(state: .ok, source: .set),
            budget: BudgetReport(minuteUsed: 31, minuteLimit: 50, monthUsed: 4210, monthLimit: 1_000_000),
            counts: CountsReport(
                places: names.count, fresh: 1, stale: 0, waiting: WaitingCounts(online: names.count)))
    }

    static var report: MetricsReport {
        let places = names.enumerated().map { place($0.offset, $0.element) }
        var observation = Observation(observedAt: now.advanced(by: .minutes(-10)), temperature: -3.25)
        observation.pressure = 1012.3
        observation.humidity = 81
        observation.windSpeed = 4.1
        observation.rain1h = 0.4
        let row = { (place: Place) in
            CurrentRow(place: place.id, observation: observation, fetchedAt: now, checkedAt: now)
        }
        return MetricsReport(
            status: status, places: places,
            currents: Dictionary(uniqueKeysWithValues: places.dropLast().map { ($0.id, row($0)) }),
            schedules: places.flatMap { place in
                WeatherKind.allCases.map { ScheduleRecord(place: place.id, kind: $0, succeededAt: now) }
            },
            attempts: [
                .init(kind: "current", outcome: "stored"): 12,
                .init(kind: "current", outcome: "unavailable"): 2,
                .init(kind: "geocode", outcome: "stored"): 1,
            ],
            bytesReceived: 48_211)
    }

    private func lines(_ report: MetricsReport) -> [String] {
        MetricsText.text(report).split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        #"windsock_build_info{version="0.1.0"} 1"#,
        "windsock_start_timestamp_seconds 1795789200",
        #"windsock_reachability_state{state="unknown"} 0"#,
        #"windsock_reachability_state{state="online"} 0"#,
        #"windsock_reachability_state{state="offline"} 1"#,
        #"windsock_reachability_reason{reason="no_path"} 1"#,
        "windsock_reachability_since_timestamp_seconds 1796045940",
        "windsock_clock_offset_seconds -0.25", "windsock_month_calls 4210",
        "windsock_month_calls_limit 1000000", #"windsock_places_waiting{for="online"} 9"#,
        #"windsock_attempts_total{kind="current",outcome="unavailable"} 2"#,
        "windsock_received_bytes_total 48211",
        #"windsock_place_info{place="Oslo",country="NO",status="active"} 1"#,
        #"windsock_last_success_timestamp_seconds{place="Oslo",kind="forecast"} 1796048400"#,
        #"windsock_observed_timestamp_seconds{place="Oslo"} 1796047800"#,
        #"windsock_temperature_celsius{place="Oslo"} -3.25"#,
        #"windsock_pressure_pascals{place="Oslo"} 101230"#,
        #"windsock_humidity_ratio{place="Oslo"} 0.81"#,
        #"windsock_wind_speed_metres_per_second{place="Oslo"} 4.1"#,
        #"windsock_rain_metres_per_hour{place="Oslo"} 0.0004"#,
        #"windsock_place_info{place="a \"quoted\" name",country="NO",status="active"} 1"#,
        #"windsock_place_info{place="back\\slash",country="NO",status="active"} 1"#,
        #"windsock_place_info{place="two\nlines",country="NO",status="active"} 1"#,
        #"windsock_place_info{place="\\n",country="NO",status="active"} 1"#,
    ])
    func `the file holds`(_ line: String) {
        #expect(lines(MetricsTests.report).contains(line))
    }

    @Test func `what is not known is left out, not zero`() {
        let text = lines(MetricsTests.report)
        #expect(!text.contains { $0.hasPrefix("windsock_wind_gust") })
        #expect(!text.contains { $0.hasPrefix("windsock_temperature_celsius{place=\"\\\\n\"}") })
        var report = MetricsTests.report
        report.currents = [:]
        report.status.daemon.clockOffset = nil
        #expect(!lines(report).contains { $0.contains("temperature") || $0.contains("clock_offset") })
    }

    @Test func `every sample stands below its own family, once`() {
        var family = ""
        var families: Set<String> = []
        var samples: Set<Substring> = []
        for line in lines(MetricsTests.report) {
            if line.hasPrefix("# TYPE ") {
                family = String(line.split(separator: " ")[2])
                #expect(families.insert(family).inserted, "\(family) comes twice")
            } else if !line.hasPrefix("#") {
                let name = line.prefix { $0 != "{" && $0 != " " }
                #expect(name == family)
                let identity = line[..<(line.lastIndex(of: " ") ?? line.startIndex)]
                #expect(samples.insert(identity).inserted, "\(line) comes twice")
            }
        }
        #expect(families.count > 20)
    }

    @Test func `every family is explained in windsock.conf(5)`() {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let page = TextFile.read(root + "/docs/man/windsock.conf.5").filter { $0 != "\\" }
        for line in lines(MetricsTests.report) where line.hasPrefix("# TYPE ") {
            let family = line.split(separator: " ")[2]
            #expect(page.contains(family), "\(family)")
        }
    }

    private static let hasPromtool = access("/usr/bin/promtool", X_OK) == 0

    @Test(.enabled(if: hasPromtool, "promtool is missing; make deps-test installs it"))
    func `promtool finds nothing to complain about`() throws {
        for report in [MetricsTests.report, MetricsReport(status: MetricsTests.status, places: [])] {
            let checked = try ChildProcess.run(
                "promtool", ["check", "metrics"], input: MetricsText.text(report))
            #expect(checked == .init(status: 0, standardOutput: "", standardError: ""))
        }
    }
}
