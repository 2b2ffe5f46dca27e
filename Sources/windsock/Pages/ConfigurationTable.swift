/// Every key of windsock.conf, explained.
///
/// The man page and the commented file in etc/ are made of it.
package enum ConfigurationTable {
    package struct Key: Sendable {
        package let name: String
        /// What holds when the key is absent; empty when nothing does.
        package let standard: String
        /// An example to show where there is no default.
        package let example: String?
        package let meaning: String

        init(_ name: String, _ standard: String, example: String? = nil, _ meaning: String) {
            self.name = name
            self.standard = standard
            self.example = example
            self.meaning = meaning
        }
    }

    package struct Section: Sendable {
        package let name: String
        package let keys: [Key]
    }

    package static let sections = [
        Section(
            name: "openweathermap",
            keys: [
                Key(
                    "api", "https://api.openweathermap.org",
                    "Where the service is asked. https, or http to this machine itself (a simulator, a "
                        + "proxy of your own)."
                ),
                Key(
                    "ca_file", "", example: "/etc/windsock/ca.pem",
                    "A file of certificates (PEM) trusted besides the system's, for requests and probes "
                        + "alike."
                ),
                Key(
                    "proxy", "environment",
                    "environment (https_proxy and no_proxy), none, or the URL of a proxy."),
                Key(
                    "key_file", "", example: "/etc/windsock/openweathermap.key",
                    "A file with the API key, mode 0640 or less, owned by root or the daemon's user. "
                        + "A key given to windsock key set comes before it."),
                Key("language", "en", "The language of descriptions, one of OpenWeatherMap's codes."),
                Key(
                    "calls_per_minute", "50",
                    "Calls a minute at most. The free plan allows 60; the rest is room for your other "
                        + "programs."
                ),
                Key(
                    "calls_per_month", "1000000",
                    "Calls a calendar month (UTC) at most. When places need more, all intervals stretch."),
            ]),
        Section(
            name: "reachability",
            keys: [
                Key(
                    "target", "openweathermap.org:443",
                    "What is probed besides the host of api: host:port. With another api host: that host."),
                Key(
                    "witness", "", example: "example.org:443",
                    "Somebody else, as host:port, who is asked when the target does not answer: is it them "
                        + "or us?"
                ),
                Key(
                    "probe_every", "30s",
                    "How often to probe while online and nothing else is sent; it stretches to four times "
                        + "that when quiet. "
                        + "Duration, 1s at least."),
                Key(
                    "probe_max", "60s",
                    "The longest wait between probes while offline with a path. Duration, 1s at least."),
            ]),
        Section(
            name: "sync",
            keys: [
                Key(
                    "current_every", "10m",
                    "How often to fetch the current weather. Duration; below 10m it is 10m."),
                Key("forecast_every", "1h", "How often to fetch the forecast. Duration, or off."),
                Key("air_every", "1h", "How often to fetch air quality. Duration, or off."),
                Key(
                    "retry_delays", "1s, 3s, 5s, 10s",
                    "The waits before the retries of a failed fetch, each ±20 %. Durations, 100ms at least."),
                Key(
                    "stale_after", "30m",
                    "Weather without a successful check for this long is shown as stale. Duration."),
                Key(
                    "reconnect_spread", "0s",
                    "The first fetch after an outage waits at random up to this long; for fleets behind one "
                        + "uplink. Duration."
                ),
            ]),
        Section(
            name: "store",
            keys: [
                Key("keep_history", "400d", "How long observations are kept. Duration."),
                Key("max_size", "1G", "The size the database may reach. Bytes, or with K, M, G."),
            ]),
        Section(
            name: "output",
            keys: [
                Key(
                    "prometheus_file", "", example: "/var/lib/prometheus/node-exporter/windsock.prom",
                    "Write metrics to this file, for the textfile collector of node_exporter: whenever something "
                        + "happens, at most every 15 s. The daemon's user must be allowed to write to its "
                        + "directory; the example prometheus.conf opens it to the service.")
            ]),
    ]

    /// The file that is installed: every key, commented out, with its default.
    package static var file: String {
        var lines = [
            "# Configuration of windsockd, see windsock.conf(5). Everything here is the default: nothing "
                + "needs to be set.",
            "# Durations are numbers with ms, s, m, h or d. windsockd --check-config finds every fault, "
                + "with its line.",
            "# After a change: systemctl reload windsockd. The key is not set here: windsock key set",
        ]
        for section in sections {
            lines += ["", "[\(section.name)]"]
            for key in section.keys {
                lines += [""] + HelpPage.wrapped(key.meaning, width: 108, indent: 0).map { "# " + $0 }
                lines.append("#\(key.name) = \(key.standard.isEmpty ? key.example ?? "" : key.standard)")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What stands in the file of `prometheus_file`, with the labels.
    private static let metrics: [(names: String, meaning: String)] = [
        (
            "windsock_reachability_state{state}, windsock_reachability_reason{reason}",
            "1 for the one in force, 0 for the others"
        ),
        ("windsock_reachability_since_timestamp_seconds", "when they were published"),
        (
            "windsock_key_state{state}, windsock_storage_state{state}",
            "1 for the one in force, 0 for the others"
        ),
        (
            "windsock_month_calls, windsock_month_calls_limit, windsock_minute_calls_limit",
            "calls made and allowed"
        ),
        ("windsock_blocked_until_timestamp_seconds", "while no call may be made"),
        (
            "windsock_attempts_total{kind,outcome}, windsock_received_bytes_total",
            "calls since the start by what came of them: stored, unchanged, or the label of the failure as in "
                + "v_attempt"
        ),
        (
            "windsock_places, windsock_places_waiting{for}, windsock_place_info{place,country,status}",
            "the watch list"
        ),
        (
            "windsock_last_success_timestamp_seconds{place,kind}",
            "the last usable answer for current, forecast and air"
        ),
        (
            "windsock_observed_timestamp_seconds{place}, windsock_temperature_celsius, "
                + "windsock_feels_like_celsius, windsock_pressure_pascals, windsock_humidity_ratio, "
                + "windsock_visibility_metres, windsock_wind_speed_metres_per_second, "
                + "windsock_wind_direction_degrees, windsock_wind_gust_metres_per_second, "
                + "windsock_cloud_cover_ratio, windsock_rain_metres_per_hour, windsock_snow_metres_per_hour, "
                + "windsock_condition_code",
            "the newest weather of each place"
        ),
        (
            "windsock_build_info{version}, windsock_start_timestamp_seconds, windsock_clock_offset_seconds",
            "the daemon itself"
        ),
    ]

    /// The man page windsock.conf(5).
    package static var page: String {
        var page = Roff(name: "windsock.conf", section: 5, manual: "File Formats")
        page.section("NAME")
        page.paragraph("windsock.conf - configuration of windsockd")
        page.section("DESCRIPTION")
        page.paragraph(
            "Sections in brackets, and in them lines of the form key = value. Lines that begin with # or ; "
                + "are comments. Unknown sections and keys and values out of range are errors; windsockd "
                + "--check-config reports all of them "
                + "with their lines. Every key has a default, and a missing file is an empty one.")
        page.paragraph(
            "Durations are numbers directly followed by ms, s, m, h or d: 250ms, 10m, 1.5h. On SIGHUP the "
                + "file is read again; "
                + "a faulty one leaves the old values in force.")
        for section in sections {
            page.section("[\(section.name)]")
            for key in section.keys {
                page.term(
                    "\(key.name) = \(key.standard.isEmpty ? "" : key.standard)",
                    key.meaning + (key.standard.isEmpty ? " Default: none." : ""))
            }
        }
        page.section("METRICS")
        page.paragraph(
            "The file of prometheus_file. Times are given instead of ages, so that what is in it stays true: "
                + "weather is stale when time() - windsock_last_success_timestamp_seconds is over what you "
                + "allow. What is not known is left out. When windsockd ends the file is removed.")
        for metric in metrics { page.term(metric.names, metric.meaning) }
        page.section("SEE ALSO")
        page.paragraph("windsockd(8), windsock(1)")
        return page.text
    }
}
