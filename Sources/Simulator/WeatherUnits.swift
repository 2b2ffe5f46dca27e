/// The `units` parameter.
///
/// What the service does not know means `standard`.
enum WeatherUnits {
    case standard
    case metric
    case imperial

    init(_ parameter: String?) {
        self =
            switch parameter {
            case "metric": .metric
            case "imperial": .imperial
            default: .standard
            }
    }

    /// Kelvin, °C or °F, to two decimals.
    func temperature(celsius: Double) -> Double {
        switch self {
        case .standard: (celsius + 273.15).rounded(decimals: 2)
        case .metric: celsius.rounded(decimals: 2)
        case .imperial: (celsius * 1.8 + 32).rounded(decimals: 2)
        }
    }

    /// m/s, or miles an hour for `imperial`.
    func speed(metersPerSecond: Double) -> Double {
        (self == .imperial ? metersPerSecond * 2.236_936 : metersPerSecond).rounded(decimals: 2)
    }
}

extension Double {
    func rounded(decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
