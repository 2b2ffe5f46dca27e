/// The numbers of the synchroniser, from the configuration.
package struct SyncConfiguration: Equatable, Sendable {
    package var currentEvery: Duration = .minutes(10)
    /// Nil: off.
    package var forecastEvery: Duration? = .hours(1)
    /// Nil: off.
    package var airEvery: Duration? = .hours(1)
    package var retry = RetryPolicy()
    package var callsPerMinute = 50
    package var callsPerMonth = 1_000_000
    /// Between regular fetches of one place and kind, whatever is configured or asked for: the service renews
    /// its data every ten minutes and asks for no more.
    ///
    /// A second against other hosts.
    package var shortestInterval: Duration = .minutes(10)
    /// Delays the first call after an outage by up to this, at random, for fleets.
    package var reconnectSpread: Duration = .zero

    package init() {}

    /// As many as the plan allows to begin in a second, so that its rate is held when each takes as long.
    package var callsInFlight: Int { min(100, max(10, callsPerMinute / 60)) }

    /// To a server that does not multiplex: half of the calls in flight may wait for the other half.
    package var connectionsPerHost: Int { max(4, callsInFlight / 2) }

    /// Catching up is spread over this part of the interval, so that the next round is not a herd again.
    static let catchUpSpread = 0.2
    static let longestSpread: Duration = .hours(1)
    /// Answers that wait for the store; above it no call is made.
    ///
    /// More with a fast plan, whose answers else come to a halt at every fsync(2).
    var storeBacklog: Int { max(64, callsInFlight * 5 / 2) }

    package func interval(_ kind: WeatherKind) -> Duration? {
        let wanted: Duration? =
            switch kind {
            case .current: currentEvery
            case .forecast: forecastEvery
            case .air: airEvery
            }
        return wanted.map { max($0, shortestInterval) }
    }
}
