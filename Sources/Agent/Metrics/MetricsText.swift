import Control
import Core
import Store

/// The metrics as the text format of Prometheus.
///
/// Units are the base units (https://prometheus.io/docs/practices/naming). What has an age is given with its time, not
/// with its age, so that the file stays true however long nothing changes.
package enum MetricsText {
    /// The whole file.
    package static func text(_ report: MetricsReport) -> String {
        var metrics = MetricsWriter()
        daemon(report.status, &metrics)
        reachability(report.status.reachability, &metrics)
        budget(report.status, &metrics)
        attempts(report, &metrics)
        places(report, &metrics)
        weather(report, &metrics)
        return metrics.text
    }

    private static func daemon(_ status: StatusReport, _ metrics: inout MetricsWriter) {
        metrics.family("windsock_build_info", .gauge, "Always 1; the version is a label.")
        metrics.sample(1, ("version", status.version))
        metrics.family("windsock_start_timestamp_seconds", .gauge, "When windsockd was started.")
        metrics.sample(status.daemon.startedAt)
        metrics.family("windsock_storage_state", .gauge, "1 for the state of the disk in force.")
        metrics.states("state", status.daemon.storage)
        metrics.family("windsock_key_state", .gauge, "1 for the state of the API key in force.")
        metrics.states("state", status.key.state)
        if let offset = status.daemon.clockOffset {
            metrics.family(
                "windsock_clock_offset_seconds", .gauge,
                "How far this machine's clock is ahead of the service's.")
            metrics.sample(offset)
        }
    }

    private static func reachability(_ report: ReachabilityReport, _ metrics: inout MetricsWriter) {
        metrics.family(
            "windsock_reachability_state", .gauge, "1 for the state in force: can the service be reached?")
        metrics.states("state", report.state)
        metrics.family(
            "windsock_reachability_reason", .gauge, "1 for the reason in force of not being online.")
        metrics.states("reason", report.reason)
        if report.since != nil {
            metrics.family(
                "windsock_reachability_since_timestamp_seconds", .gauge,
                "When the state and reason in force were published.")
            metrics.sample(report.since)
        }
    }

    private static func budget(_ status: StatusReport, _ metrics: inout MetricsWriter) {
        metrics.family("windsock_month_calls", .gauge, "Calls made in this UTC calendar month.")
        metrics.sample(status.budget.monthUsed)
        metrics.family("windsock_month_calls_limit", .gauge, "Calls allowed in a UTC calendar month.")
        metrics.sample(status.budget.monthLimit)
        metrics.family("windsock_minute_calls_limit", .gauge, "Calls allowed in a minute.")
        metrics.sample(status.budget.minuteLimit)
        if status.budget.blockedUntil != nil {
            metrics.family(
                "windsock_blocked_until_timestamp_seconds", .gauge,
                "Until when no call is made, because the service asked to wait or the month is spent.")
            metrics.sample(status.budget.blockedUntil)
        }
        metrics.family("windsock_places", .gauge, "Places on the watch list.")
        metrics.sample(status.counts.places)
        metrics.family(
            "windsock_places_waiting", .gauge, "Places that wait for something other than their interval.")
        let waiting = status.counts.waiting
        for (reason, count) in [
            ("online", waiting.online), ("timer", waiting.timer), ("key", waiting.key),
            ("quota", waiting.quota), ("breaker", waiting.breaker), ("storage", waiting.storage),
        ] { metrics.sample(count, ("for", reason)) }
    }

    private static func attempts(_ report: MetricsReport, _ metrics: inout MetricsWriter) {
        metrics.family(
            "windsock_attempts_total", .counter,
            "Calls since the start, by what was asked and what came of it.")
        let sums = report.attempts.sorted { ($0.key.kind, $0.key.outcome) < ($1.key.kind, $1.key.outcome) }
        for (attempts, count) in sums {
            metrics.sample(count, ("kind", attempts.kind), ("outcome", attempts.outcome))
        }
        metrics.family("windsock_received_bytes_total", .counter, "Bytes received since the start.")
        metrics.sample(report.bytesReceived)
    }

    private static func places(_ report: MetricsReport, _ metrics: inout MetricsWriter) {
        metrics.family("windsock_place_info", .gauge, "Always 1; what a place is, as labels.")
        for place in report.places {
            metrics.sample(
                1, ("place", place.name), ("country", place.country ?? ""), ("status", place.status.rawValue))
        }
        let names = Dictionary(uniqueKeysWithValues: report.places.map { ($0.id, $0.name) })
        metrics.family(
            "windsock_last_success_timestamp_seconds", .gauge,
            "When the service last gave a usable answer for a place, new or not.")
        for schedule in report.schedules {
            guard let name = names[schedule.place] else { continue }
            metrics.sample(schedule.succeededAt, ("place", name), ("kind", schedule.kind.rawValue))
        }
    }

    private typealias Quantity = (name: String, help: String, value: @Sendable (Observation) -> Double?)

    private static let quantities: [Quantity] = [
        ("temperature_celsius", "The temperature.", { $0.temperature }),
        ("feels_like_celsius", "What the temperature feels like.", { $0.feelsLike }),
        (
            "pressure_pascals", "The pressure at sea level.",
            { $0.pressure.map { ($0 * 100).rounded() } }
        ),
        ("humidity_ratio", "The relative humidity, from 0 to 1.", { $0.humidity.map { $0 / 100 } }),
        ("visibility_metres", "The visibility, 10000 at most.", { $0.visibility }),
        ("wind_speed_metres_per_second", "The speed of the wind.", { $0.windSpeed }),
        ("wind_direction_degrees", "Where the wind comes from, clockwise from north.", { $0.windDirection }),
        ("wind_gust_metres_per_second", "The speed of the gusts.", { $0.windGust }),
        (
            "cloud_cover_ratio", "The part of the sky under cloud, from 0 to 1.",
            { $0.cloudCover.map { $0 / 100 } }
        ),
        ("rain_metres_per_hour", "The rain of the last hour.", { $0.rain1h.map { $0 / 1000 } }),
        ("snow_metres_per_hour", "The snow of the last hour, as water.", { $0.snow1h.map { $0 / 1000 } }),
    ]

    private static func weather(_ report: MetricsReport, _ metrics: inout MetricsWriter) {
        let known = report.places.compactMap { place in
            report.currents[place.id].map { (name: place.name, observation: $0.observation) }
        }
        guard !known.isEmpty else { return }
        metrics.family(
            "windsock_observed_timestamp_seconds", .gauge, "When the newest weather of a place was observed.")
        for place in known { metrics.sample(place.observation.observedAt, ("place", place.name)) }
        for quantity in quantities {
            let samples = known.compactMap { place in
                quantity.value(place.observation).map { (name: place.name, value: $0) }
            }
            guard !samples.isEmpty else { continue }
            metrics.family("windsock_\(quantity.name)", .gauge, quantity.help)
            for sample in samples { metrics.sample(sample.value, ("place", sample.name)) }
        }
        metrics.family("windsock_condition_code", .gauge, "The service's number for the condition.")
        for place in known {
            metrics.sample(place.observation.condition.map { Double($0.id) }, ("place", place.name))
        }
    }
}
