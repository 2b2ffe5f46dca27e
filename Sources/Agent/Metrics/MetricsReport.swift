package import Control
package import Core
package import Store

/// Everything the metrics are made of, at one moment.
package struct MetricsReport: Sendable {
    /// One sum of the fetch journal's lines.
    package struct Attempts: Hashable, Sendable {
        /// A `WeatherKind`, or `geocode`.
        package var kind: String
        /// `stored`, `unchanged` or the failure's label: a bounded set.
        package var outcome: String

        package init(kind: String, outcome: String) {
            self.kind = kind
            self.outcome = outcome
        }
    }

    package var status: StatusReport
    /// By rising identity.
    package var places: [Place]
    /// The newest observation of each place that has one.
    package var currents: [PlaceID: CurrentRow]
    /// Of each place and kind when it was last fetched or found unchanged.
    package var schedules: [ScheduleRecord]
    /// Calls since the start.
    package var attempts: [Attempts: Int]
    /// Bytes received since the start.
    package var bytesReceived: Int

    package init(
        status: StatusReport, places: [Place], currents: [PlaceID: CurrentRow] = [:],
        schedules: [ScheduleRecord] = [], attempts: [Attempts: Int] = [:], bytesReceived: Int = 0
    ) {
        self.status = status
        self.places = places
        self.currents = currents
        self.schedules = schedules
        self.attempts = attempts
        self.bytesReceived = bytesReceived
    }
}
