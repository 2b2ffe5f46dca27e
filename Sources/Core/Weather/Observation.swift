/// What is fetched for a place.
package enum WeatherKind: String, CaseIterable, Hashable, Sendable {
    case current
    case forecast
    case air
}

/// The unit system an answer was asked for in.
///
/// A body does not say.
package enum UnitSystem: String, CaseIterable, Sendable {
    case metric
    case imperial
    case standard
}

/// The primary weather condition (https://openweathermap.org/weather-conditions).
package struct Condition: Equatable, Sendable {
    package var id: Int64
    /// The group, such as `Rain`.
    package var group: String
    /// In the language that was asked for.
    package var text: String
    package var icon: String?

    package init(id: Int64, group: String, text: String, icon: String?) {
        self.id = id
        self.group = group
        self.text = text
        self.icon = icon
    }
}

/// Weather at one place and time, in SI units: °C, hPa, m/s, mm, metres.
///
/// What the service did not say is nil.
package struct Observation: Equatable, Sendable {
    package var observedAt: UnixTime
    package var temperature: Double
    package var feelsLike: Double?
    package var temperatureMinimum: Double?
    package var temperatureMaximum: Double?
    package var pressure: Double?
    package var seaLevelPressure: Double?
    package var groundLevelPressure: Double?
    /// Percent, 0…100.
    package var humidity: Double?
    package var visibility: Double?
    package var windSpeed: Double?
    /// Degrees, 0…360, the direction the wind comes from.
    package var windDirection: Double?
    package var windGust: Double?
    /// Percent, 0…100.
    package var cloudCover: Double?
    package var rain1h: Double?
    package var rain3h: Double?
    package var snow1h: Double?
    package var snow3h: Double?
    package var condition: Condition?
    package var sunrise: UnixTime?
    package var sunset: UnixTime?

    package init(observedAt: UnixTime, temperature: Double) {
        self.observedAt = observedAt
        self.temperature = temperature
    }
}

/// An answer of the current-weather call: the observation and what it says of the place.
package struct CurrentWeather: Equatable, Sendable {
    package var observation: Observation
    package var name: String?
    package var country: String?
    package var utcOffset: Int64?

    package init(
        observation: Observation, name: String? = nil, country: String? = nil, utcOffset: Int64? = nil
    ) {
        self.observation = observation
        self.name = name
        self.country = country
        self.utcOffset = utcOffset
    }
}

/// One step of a forecast; the same units as `Observation`.
package struct ForecastStep: Equatable, Sendable {
    package var validAt: UnixTime
    package var temperature: Double
    package var feelsLike: Double?
    package var pressure: Double?
    package var humidity: Double?
    package var visibility: Double?
    package var windSpeed: Double?
    package var windDirection: Double?
    package var windGust: Double?
    package var cloudCover: Double?
    /// 0…1.
    package var precipitationProbability: Double?
    package var rain3h: Double?
    package var snow3h: Double?
    package var condition: Condition?

    package init(validAt: UnixTime, temperature: Double) {
        self.validAt = validAt
        self.temperature = temperature
    }
}

/// A forecast: never without a step, steps in order of time.
package struct Forecast: Equatable, Sendable {
    package var steps: [ForecastStep]

    /// Nil when there is no step.
    package init?(steps: [ForecastStep]) {
        guard !steps.isEmpty else { return nil }
        self.steps = steps.sorted { $0.validAt < $1.validAt }
    }
}

/// Air quality at one place and time; concentrations in µg/m³.
package struct AirQuality: Equatable, Sendable {
    package var observedAt: UnixTime
    /// 1 good … 5 very poor.
    package var index: Int64?
    package var co: Double?
    package var no: Double?
    package var no2: Double?
    package var o3: Double?
    package var so2: Double?
    package var pm25: Double?
    package var pm10: Double?
    package var nh3: Double?

    package init(observedAt: UnixTime) {
        self.observedAt = observedAt
    }
}

/// What a fetch brought, decoded and found plausible.
package enum Weather: Equatable, Sendable {
    case current(CurrentWeather)
    case forecast(Forecast)
    case air(AirQuality)

    package var kind: WeatherKind {
        switch self {
        case .current: .current
        case .forecast: .forecast
        case .air: .air
        }
    }
}
