package import Core

/// What was asked, as far as an answer does not say it itself.
package struct Question: Equatable, Sendable {
    package var kind: WeatherKind
    package var coordinates: Coordinates
    /// `Request.weather` asks for metric.
    package var unit: UnitSystem

    package init(_ kind: WeatherKind, at coordinates: Coordinates, unit: UnitSystem = .metric) {
        self.kind = kind
        self.coordinates = coordinates
        self.unit = unit
    }
}
