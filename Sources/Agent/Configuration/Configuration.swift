package import Core
package import OpenWeatherMap
package import Transfer

/// Everything windsock.conf says, checked, with the defaults for what it does not say.
package struct Configuration: Equatable, Sendable {
    package var api: Endpoint
    package var caFile: String?
    package var proxy: ProxySetting = .environment
    package var keyFile: String?
    package var language = "en"
    /// What the monitor connects to; the API's own host when the API is not OpenWeatherMap's.
    package var target: Origin
    package var witness: Origin?
    package var reachability = ReachabilityConfiguration()
    package var sync = SyncConfiguration()
    package var staleAfter: Duration = .minutes(30)
    package var keepHistory: Duration = .days(400)
    /// Bytes.
    package var maxSize: Int64 = 1 << 30
    package var prometheusFile: String?

    /// Where requests go through; what the environment says is looked up when routes are made.
    package enum ProxySetting: Equatable, Sendable {
        case environment
        case none
        case fixed(Proxy)
    }

    /// The defaults: what an empty file means.
    package static func standard() throws(SettingFault) -> Configuration {
        Configuration(
            api: try Endpoint("https://api.openweathermap.org"),
            target: Origin(scheme: .https, host: "openweathermap.org", port: 443))
    }

    /// The setting as the transfer room takes it; `environment` is looked at when it says `environment`.
    package func proxyPolicy(_ environment: [String: String]) -> ProxyPolicy {
        switch proxy {
        case .environment: .environment(environment)
        case .none: .none
        case .fixed(let proxy): .fixed(proxy)
        }
    }

    /// The API's server as the transfer room names it.
    package var apiOrigin: Origin {
        Origin(scheme: api.scheme == .https ? .https : .http, host: api.host, port: api.port)
    }
}
