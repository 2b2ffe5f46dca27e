import Core
import OpenWeatherMap
import Transfer

extension Configuration {
    /// Reads the text of a configuration file.
    ///
    /// - Throws: All faults there are, in the order of their lines: unknown sections and keys, bad values, bad lines.
    package static func reading(_ bytes: [UInt8]) throws(ConfigurationFaults) -> Configuration {
        let text = ConfigurationText(bytes)
        var faults = text.faults
        guard var configuration = try? Configuration.standard() else {
            preconditionFailure("the default address of the API is one")
        }
        var targetIsSet = false
        for entry in text.entries {
            guard
                let setting = Setting.all.first(where: { $0.section == entry.section && $0.key == entry.key })
            else {
                faults.append(Setting.unknown(entry))
                continue
            }
            if entry.key == "target" { targetIsSet = true }
            do throws(SettingError) {
                try setting.apply(&configuration, entry.value)
            } catch {
                faults.append(
                    ConfigurationFault(
                        line: entry.line, "\(entry.key) = \(entry.value.printable()): \(error.why)"))
            }
        }
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults: faults.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        if !configuration.api.isOpenWeatherMap {
            configuration.sync.shortestInterval = .seconds(1)
            if !targetIsSet { configuration.target = configuration.apiOrigin }
        }
        return configuration
    }

    /// The settings there are, as `[section]` and `key`, in the order of windsock.conf(5).
    package static var settingNames: [(section: String, key: String)] {
        Setting.all.map { ($0.section, $0.key) }
    }
}

/// All that is wrong with one file; never empty.
package struct ConfigurationFaults: Error, Equatable, Sendable {
    package var faults: [ConfigurationFault]
}

/// Why a value is refused: what would be accepted.
struct SettingError: Error {
    var why: String

    init(_ why: String) {
        self.why = why
    }
}

/// One key of the file and what its value does.
struct Setting: Sendable {
    var section: String
    var key: String
    var apply: @Sendable (inout Configuration, String) throws(SettingError) -> Void

    static let all: [Setting] = openweathermap + reachability + sync + store + output

    private static let openweathermap = [
        Setting(section: "openweathermap", key: "api") { (configuration, value) throws(SettingError) in
            do throws(SettingFault) { configuration.api = try Endpoint(value) } catch {
                throw SettingError(error.why)
            }
        },
        Setting(section: "openweathermap", key: "ca_file") { (configuration, value) throws(SettingError) in
            configuration.caFile = try path(value)
        },
        Setting(section: "openweathermap", key: "proxy") { (configuration, value) throws(SettingError) in
            configuration.proxy = try proxy(value)
        },
        Setting(section: "openweathermap", key: "key_file") { (configuration, value) throws(SettingError) in
            configuration.keyFile = try path(value)
        },
        Setting(section: "openweathermap", key: "language") { (configuration, value) throws(SettingError) in
            let isCode =
                (2...5).contains(value.utf8.count)
                && value.utf8.allSatisfy {
                    $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                }
            guard isCode else {
                throw SettingError("a language is a code of OpenWeatherMap's, such as en, de or pt_br")
            }
            configuration.language = value
        },
        Setting(section: "openweathermap", key: "calls_per_minute") {
            (configuration, value) throws(SettingError) in
            configuration.sync.callsPerMinute = try number(value, 1...1_000_000)
        },
        Setting(section: "openweathermap", key: "calls_per_month") {
            (configuration, value) throws(SettingError) in
            configuration.sync.callsPerMonth = try number(value, 1...10_000_000_000)
        },
    ]

    private static let reachability = [
        Setting(section: "reachability", key: "target") { (configuration, value) throws(SettingError) in
            configuration.target = try origin(value)
        },
        Setting(section: "reachability", key: "witness") { (configuration, value) throws(SettingError) in
            configuration.witness = value.isEmpty ? nil : try origin(value)
        },
        Setting(section: "reachability", key: "probe_every") { (configuration, value) throws(SettingError) in
            configuration.reachability.probeEvery = try duration(value, .seconds(1)...(.days(1)))
        },
        Setting(section: "reachability", key: "probe_max") { (configuration, value) throws(SettingError) in
            configuration.reachability.probeMax = try duration(value, .seconds(1)...(.days(1)))
        },
    ]

    private static let sync = [
        Setting(section: "sync", key: "current_every") { (configuration, value) throws(SettingError) in
            configuration.sync.currentEvery = try duration(value, .seconds(1)...(.days(30)))
        },
        Setting(section: "sync", key: "forecast_every") { (configuration, value) throws(SettingError) in
            configuration.sync.forecastEvery = try durationOrOff(value)
        },
        Setting(section: "sync", key: "air_every") { (configuration, value) throws(SettingError) in
            configuration.sync.airEvery = try durationOrOff(value)
        },
        Setting(section: "sync", key: "retry_delays") { (configuration, value) throws(SettingError) in
            var delays: [Duration] = []
            for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                delays.append(
                    try duration(String(part.filter { $0 != " " }), .milliseconds(100)...(.hours(1))))
            }
            guard (1...10).contains(delays.count) else {
                throw SettingError("1 to 10 delays, separated by commas")
            }
            configuration.sync.retry.delays = delays
        },
        Setting(section: "sync", key: "stale_after") { (configuration, value) throws(SettingError) in
            configuration.staleAfter = try duration(value, .seconds(1)...(.days(365)))
        },
        Setting(section: "sync", key: "reconnect_spread") { (configuration, value) throws(SettingError) in
            configuration.sync.reconnectSpread = try duration(value, .zero...(.hours(1)))
        },
    ]

    private static let store = [
        Setting(section: "store", key: "keep_history") { (configuration, value) throws(SettingError) in
            configuration.keepHistory = try duration(value, .days(1)...(.days(36_500)))
        },
        Setting(section: "store", key: "max_size") { (configuration, value) throws(SettingError) in
            configuration.maxSize = try size(value)
        },
    ]

    private static let output = [
        Setting(section: "output", key: "prometheus_file") { (configuration, value) throws(SettingError) in
            configuration.prometheusFile = try path(value)
        }
    ]

    static func unknown(_ entry: ConfigurationText.Entry) -> ConfigurationFault {
        if !all.contains(where: { $0.section == entry.section }) {
            return ConfigurationFault(line: entry.line, "there is no section [\(entry.section.printable())]")
        }
        if let other = all.first(where: { $0.key == entry.key }) {
            return ConfigurationFault(line: entry.line, "\(entry.key) belongs in [\(other.section)]")
        }
        return ConfigurationFault(
            line: entry.line, "there is no key \(entry.key.printable()) in [\(entry.section)]")
    }
}

// MARK: the kinds of values

extension Setting {
    private static func path(_ value: String) throws(SettingError) -> String? {
        if value.isEmpty { return nil }
        guard FilePath.isAbsolute(value), !value.utf8.contains(0) else {
            throw SettingError("it must be an absolute path")
        }
        return value
    }

    private static func number(_ value: String, _ range: ClosedRange<Int>) throws(SettingError) -> Int {
        guard let number = value.digits(as: Int.self), range.contains(number) else {
            throw SettingError("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func duration(
        _ value: String, _ range: ClosedRange<Duration>
    ) throws(SettingError) -> Duration {
        guard let duration = Duration(configuration: value) else {
            throw SettingError("a duration is a number with ms, s, m, h or d directly behind it, such as 10m")
        }
        guard range.contains(duration) else {
            throw SettingError("it must be from \(words(range.lowerBound)) to \(words(range.upperBound))")
        }
        return duration
    }

    private static func words(_ duration: Duration) -> String {
        duration > .zero && duration < .seconds(1) ? "\(duration.wholeMilliseconds) ms" : duration.inWords
    }

    private static func durationOrOff(_ value: String) throws(SettingError) -> Duration? {
        value == "off" ? nil : try duration(value, .seconds(1)...(.days(30)))
    }

    /// Bytes, with K, M or G for powers of 1024.
    private static func size(_ value: String) throws(SettingError) -> Int64 {
        let factors: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let factor = value.last.flatMap { factors[$0] }
        let digits = factor == nil ? value[...] : value.dropLast()
        guard let count = digits.digits(as: Int64.self), count > 0, count <= 1 << 20,
            (1 << 20)...(1 << 44) ~= count * (factor ?? 1) || (factor == nil && count >= 1 << 20)
        else {
            throw SettingError("a size is a number with K, M or G behind it, from 1M to 16384G, such as 1G")
        }
        return count * (factor ?? 1)
    }

    /// `host:port`; TLS is spoken everywhere but to port 80.
    private static func origin(_ value: String) throws(SettingError) -> Origin {
        let wanted = SettingError("a host and a port, such as openweathermap.org:443")
        guard let colon = value.lastIndex(of: ":"),
            let port = value[value.index(after: colon)...].digits(as: UInt16.self), port > 0,
            let host = HostName.validated(value[..<colon])
        else { throw wanted }
        return Origin(scheme: port == 80 ? .http : .https, host: host, port: port)
    }

    private static func proxy(_ value: String) throws(SettingError) -> Configuration.ProxySetting {
        switch value {
        case "environment": return .environment
        case "none": return .none
        default:
            guard let proxy = Proxy(value) else {
                throw SettingError("environment, none, or an address such as http://proxy.example:3128")
            }
            return .fixed(proxy)
        }
    }
}
