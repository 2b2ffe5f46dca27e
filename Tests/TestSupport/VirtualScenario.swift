package import Core

/// One story: what differs from a good network, a good service and one place.
package struct VirtualScenario {
    package var path: Timeline<VirtualNetwork>
    package var api: Timeline<VirtualService>
    /// What one character of a drawing stands for.
    package var step: Duration
    package var lasts: Duration
    package var places = Place.virtual(1)
    package var sync = SyncConfiguration.everyMinute
    package var reachability = ReachabilityConfiguration()
    package var happenings: [(at: Duration, VirtualHappening)] = []
    package var keyDigest: Int64? = 1
    package var memory = SyncMemory()
    package var startsAt = VirtualAgent.startTime
    package var seed: UInt64 = 1
    package var hasWitness = false
    /// False: the API is reached by http, so that probes stop at TCP.
    package var usesTLS = true
    /// In place of `api`, for answers that depend on who asks.
    package var answer: VirtualAgent.Answer?

    /// Drawings of the network and of the service, one character for each step; the longer one says how long
    /// it lasts.
    package init(path: String = "▔", api: String = "·", step: Duration = .minutes(1)) {
        self.path = Timeline(path, step: step)
        self.api = Timeline(api, step: step)
        self.step = step
        lasts = step * max(path.count, api.count)
    }

    /// Runs the story to its end.
    package func run() -> VirtualAgent {
        let agent = VirtualAgent(self)
        agent.run(until: lasts)
        agent.checkEverything()
        return agent
    }
}

extension SyncConfiguration {
    /// One call in ten minutes for each place.
    package static var currentOnly: SyncConfiguration {
        var configuration = SyncConfiguration()
        configuration.forecastEvery = nil
        configuration.airEvery = nil
        return configuration
    }

    /// One call a minute for each place, so that one character of a drawing is one fetch; as against a host
    /// that is not openweathermap.org.
    package static var everyMinute: SyncConfiguration {
        var configuration = currentOnly
        configuration.currentEvery = .minutes(1)
        configuration.shortestInterval = .minutes(1)
        return configuration
    }
}
