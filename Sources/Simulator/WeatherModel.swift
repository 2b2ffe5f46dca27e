import Core
import Glibc

/// The weather as a function of place and time: a climate by latitude, season and hour, and smooth noise for
/// the fronts that pass.
struct WeatherModel {
    private enum Channel: Int64 {
        case front, clouds, wind, direction, humidity, pressure, wetness, visibility, air, height
    }

    let coordinates: Coordinates
    private let noise: Noise

    init(_ coordinates: Coordinates) {
        self.coordinates = coordinates
        let cell = coordinates.cell
        noise = Noise(
            seed: Noise.mix(UInt64(bitPattern: Int64(cell.latitude) << 32 ^ Int64(cell.longitude))))
    }

    /// The newest data a question at `now` gets: it changes every ten minutes.
    static func dataTime(at now: UnixTime) -> UnixTime {
        UnixTime(seconds: now.seconds - (now.seconds % 600 + 600) % 600)
    }

    func sample(at time: UnixTime) -> WeatherSample {
        let temperature = climate(at: time) + (value(.front, time, hours: 12) - 0.5) * 10
        let clouds = clamped(value(.clouds, time, hours: 9) * 140 - 20, 0...100)
        let windSpeed = 0.4 + 12 * pow(value(.wind, time, hours: 7), 2)
        let humidity = clamped(45 + value(.humidity, time, hours: 8) * 60, 20...100)
        let wetness = value(.wetness, time, hours: 6)
        let pressure = 995 + Int(value(.pressure, time, hours: 30) * 35)
        let precipitation =
            clouds > 60 && wetness > 0.5 ? max(0.05, (wetness - 0.5) * 7).rounded(decimals: 2) : nil
        let snows = temperature < 0.5
        let feelsLike =
            temperature < 10
            ? temperature - windSpeed * 0.6 : temperature + (Double(humidity) - 60) * 0.03
        return WeatherSample(
            temperature: temperature, feelsLike: feelsLike, pressure: pressure,
            groundPressure: pressure - Int(noise.at(Channel.height.rawValue) * 20), humidity: humidity,
            visibility: visibility(at: time, precipitation: precipitation, humidity: humidity),
            windSpeed: windSpeed,
            windDirection: chance(.direction, time) < 1.0 / 12
                ? nil : Int(value(.direction, time, hours: 15) * 359),
            gust: windSpeed > 3 ? windSpeed * 1.6 : nil, clouds: clouds,
            rain: snows ? nil : precipitation, snow: snows ? precipitation : nil,
            precipitationProbability: clouds > 60 ? wetness.rounded(decimals: 2) : 0,
            isDay: Sun(coordinates: coordinates).isUp(at: time))
    }

    /// The concentration of a pollutant around its usual value, in µg/m³.
    func concentration(_ index: Int, usual: Double, at time: UnixTime) -> Double {
        let drift = noise.smooth(Channel.air.rawValue + 16 + Int64(index), at: time.seconds, period: 36_000)
        return (usual * (0.3 + 1.5 * drift)).rounded(decimals: 2)
    }

    private func climate(at time: UnixTime) -> Double {
        let distance = coordinates.latitude.magnitude / 90
        let mean = 27 - 44 * pow(distance, 1.5)
        let hemisphere: Double = coordinates.latitude < 0 ? -1 : 1
        // Coldest about 20 January in the north; warmest at three in the afternoon.
        let season = -cos(2 * .pi * (Sun.yearFraction(at: time) - 0.055)) * hemisphere * 16 * distance
        let solarHour = Double(time.seconds % 86_400) / 3600 + coordinates.longitude / 15
        return mean + season + 4 * cos(2 * .pi * (solarHour - 15) / 24)
    }

    private func visibility(at time: UnixTime, precipitation: Double?, humidity: Int) -> Int? {
        guard chance(.visibility, time) >= 0.1 else { return nil }
        if let precipitation { return max(1500, 10_000 - Int(precipitation * 1500)) }
        return humidity > 96 ? 400 : 10_000
    }

    private func value(_ channel: Channel, _ time: UnixTime, hours: Int64) -> Double {
        noise.smooth(channel.rawValue, at: time.seconds, period: hours * 3600)
    }

    /// A fresh number for each ten minutes.
    private func chance(_ channel: Channel, _ time: UnixTime) -> Double {
        noise.at(time.seconds / 600 * 64 + 32 + channel.rawValue)
    }

    private func clamped(_ value: Double, _ range: ClosedRange<Int>) -> Int {
        Int(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
    }
}
