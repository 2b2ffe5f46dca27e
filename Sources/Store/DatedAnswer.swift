package import Core

/// A decoded answer of the service for one place.
package struct DatedAnswer: Equatable, Sendable {
    package var weather: Weather
    package var place: PlaceID
    /// When it came, by the server's clock where it said so.
    package var fetchedAt: UnixTime

    package init(_ weather: Weather, of place: PlaceID, fetchedAt: UnixTime) {
        self.weather = weather
        self.place = place
        self.fetchedAt = fetchedAt
    }
}
