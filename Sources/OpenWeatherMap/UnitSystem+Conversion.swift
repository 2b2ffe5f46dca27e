import Core

extension UnitSystem {
    /// A temperature of this system in °C, to the thousandth where it is converted.
    func celsius(_ temperature: Double) -> Double {
        switch self {
        case .metric: temperature
        case .imperial: UnitSystem.thousandths((temperature - 32) / 1.8)
        case .standard: UnitSystem.thousandths(temperature - 273.15)
        }
    }

    /// A wind speed of this system in m/s, to the thousandth where it is converted.
    func metresPerSecond(_ speed: Double) -> Double {
        self == .imperial ? UnitSystem.thousandths(speed * 0.44704) : speed
    }

    /// Binary fractions such as 8.720000000000027 are not what the service meant.
    private static func thousandths(_ value: Double) -> Double {
        (value * 1000).rounded() / 1000
    }
}
