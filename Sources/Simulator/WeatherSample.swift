/// The weather at one place and time, in °C, m/s, hPa, metres and mm an hour.
struct WeatherSample {
    var temperature: Double
    var feelsLike: Double
    var pressure: Int
    var groundPressure: Int
    var humidity: Int
    /// Absent in about every tenth answer, as on record.
    var visibility: Int?
    var windSpeed: Double
    /// Absent in about every twelfth answer.
    var windDirection: Int?
    var gust: Double?
    var clouds: Int
    var rain: Double?
    var snow: Double?
    /// 0...1.
    var precipitationProbability: Double
    var isDay: Bool

    var condition: Condition {
        if let snow { return snow < 0.5 ? .lightSnow : .snow }
        if let rain { return rain < 0.5 ? .lightRain : rain < 2 ? .moderateRain : .heavyRain }
        if let visibility, visibility < 1000 { return .fog }
        return switch clouds {
        case ..<11: .clearSky
        case ..<25: .fewClouds
        case ..<51: .scatteredClouds
        case ..<85: .brokenClouds
        default: .overcastClouds
        }
    }
}
