package import Core

/// The newest observation of a place.
package struct CurrentRow: Equatable, Sendable {
    package var place: PlaceID
    package var observation: Observation
    package var fetchedAt: UnixTime
    /// When the service last gave a usable answer, new or not.
    package var checkedAt: UnixTime

    package init(place: PlaceID, observation: Observation, fetchedAt: UnixTime, checkedAt: UnixTime) {
        self.place = place
        self.observation = observation
        self.fetchedAt = fetchedAt
        self.checkedAt = checkedAt
    }
}

/// An observation of the history.
package struct ObservationRow: Equatable, Sendable {
    package var observation: Observation
    package var fetchedAt: UnixTime

    package init(observation: Observation, fetchedAt: UnixTime) {
        self.observation = observation
        self.fetchedAt = fetchedAt
    }
}

/// The newest forecast of a place.
package struct ForecastRow: Equatable, Sendable {
    package var forecast: Forecast
    /// When it was first fetched; the service does not date it.
    package var issuedAt: UnixTime
    /// When the service last gave a usable answer, new or not.
    package var checkedAt: UnixTime

    package init(forecast: Forecast, issuedAt: UnixTime, checkedAt: UnixTime) {
        self.forecast = forecast
        self.issuedAt = issuedAt
        self.checkedAt = checkedAt
    }
}

/// The newest air quality of a place.
package struct AirRow: Equatable, Sendable {
    package var air: AirQuality
    /// When the service last gave a usable answer, new or not.
    package var checkedAt: UnixTime

    package init(air: AirQuality, checkedAt: UnixTime) {
        self.air = air
        self.checkedAt = checkedAt
    }
}

/// A published reachability and when the next one took its place.
package struct ReachabilityRow: Equatable, Sendable {
    package var record: ReachabilityRecord
    /// Nil for the one in force.
    package var until: UnixTime?

    package init(record: ReachabilityRecord, until: UnixTime?) {
        self.record = record
        self.until = until
    }
}

/// How much is stored.
package struct StoreCounts: Equatable, Sendable {
    package var places: Int64
    package var observations: Int64
    /// The size of the database without its log.
    package var bytes: Int64

    package init(places: Int64, observations: Int64, bytes: Int64) {
        self.places = places
        self.observations = observations
        self.bytes = bytes
    }
}
