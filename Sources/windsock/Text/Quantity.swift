package import Core

/// Stored quantities as text, in the units the user asked for.
///
/// What is stored is always SI.
package enum Quantity {
    /// The unit temperatures are shown in.
    package static func temperatureUnit(_ units: UnitSystem) -> String {
        switch units {
        case .metric: "°C"
        case .imperial: "°F"
        case .standard: "K"
        }
    }

    /// A temperature in °C as a number of the other unit.
    package static func converted(_ celsius: Double, _ units: UnitSystem) -> Double {
        switch units {
        case .metric: celsius
        case .imperial: celsius * 1.8 + 32
        case .standard: celsius + 273.15
        }
    }

    /// `−3.0 °C`.
    package static func temperature(_ celsius: Double, _ units: UnitSystem) -> String {
        "\(converted(celsius, units).text(1)) \(temperatureUnit(units))"
    }

    /// A speed in m/s: `4.1 m/s`, `9.2 mph`.
    package static func speed(_ metresPerSecond: Double, _ units: UnitSystem) -> String {
        units == .imperial
            ? "\((metresPerSecond / 0.44704).text(1)) mph" : "\(metresPerSecond.text(1)) m/s"
    }

    /// A distance in metres: `10 km`, `6.2 mi`.
    package static func distance(_ metres: Double, _ units: UnitSystem) -> String {
        if units == .imperial { return "\((metres / 1609.344).text(1)) mi" }
        return metres < 1000 ? "\(metres.text(0)) m" : "\((metres / 1000).text(metres < 9950 ? 1 : 0)) km"
    }

    /// Where a wind comes from: one of eight names.
    package static func compass(_ degrees: Double) -> String {
        guard degrees.isFinite, degrees.magnitude < 1e6 else { return "–" }
        let turn = (degrees / 45).rounded()
        let index = (Int(turn) % 8 + 8) % 8
        return ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][index]
    }

    /// The five steps of OpenWeatherMap's air quality index.
    package static func airQuality(_ index: Int64) -> String {
        switch index {
        case 1: "good"
        case 2: "fair"
        case 3: "moderate"
        case 4: "poor"
        case 5: "very poor"
        default: "index"
        }
    }
}
