import Core
import OpenWeatherMap
import Testing

/// Good bodies, damaged at random: every result is a named failure or weather within its ranges.
@Suite struct MutationTests {
    private static let numbers = [
        "0", "-1", "1e999", "1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "1e-400",
        "null",
        "\"8\"", "true", "[]", "{}", "71", "-101", "281.87", "5e-324", "\"1e400\"", "18446744073709551616",
        "00",
    ]

    private static func damage(_ body: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var body = body
        for _ in 0...Int.random(in: 0..<3, using: &random) where !body.isEmpty {
            let position = Int.random(in: 0..<body.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: body[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: body[position] = UInt8.random(in: 0...255, using: &random)
            case 2: body.removeSubrange(position...)
            case 3: body.remove(at: position)
            default: replaceNumber(in: &body, from: position, using: &random)
            }
        }
        return body
    }

    /// The value behind the next colon makes way for another.
    private static func replaceNumber(
        in body: inout [UInt8], from position: Int, using random: inout SplitMix64
    ) {
        guard let colon = body[position...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let end = body[colon...].firstIndex { ",]}".utf8.contains($0) } ?? body.endIndex
        let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
        body.replaceSubrange((colon + 1)..<end, with: number.utf8)
    }

    private func expectPossible(_ weather: Weather, _ seed: UInt64) {
        let temperatures: [Double?]
        let others: [(Double?, ClosedRange<Double>)]
        switch weather {
        case .current(let current):
            let it = current.observation
            temperatures = [it.temperature, it.temperatureMinimum, it.temperatureMaximum]
            others = [
                (it.pressure, 300...1200), (it.humidity, 0...100), (it.windSpeed, 0...150),
                (it.windDirection, 0...360), (it.windGust, 0...150), (it.cloudCover, 0...100),
                (it.visibility, 0...200_000), (it.rain1h, 0...1000), (it.snow3h, 0...1000),
            ]
            #expect(abs(it.observedAt.seconds - Asked.now.seconds) <= 172_800, "seed \(seed)")
        case .forecast(let forecast):
            temperatures = forecast.steps.map(\.temperature)
            others = forecast.steps.map { ($0.precipitationProbability, 0...1) }
        case .air(let air):
            temperatures = []
            others = [(air.co, 0...1e6), (air.pm10, 0...1e6), (air.index.map { Double($0) }, 1...5)]
        }
        for temperature in temperatures {
            #expect(temperature.map { (-100...70).contains($0) } ?? true, "seed \(seed)")
        }
        for (value, range) in others {
            #expect(value.map(range.contains) ?? true, "seed \(seed)")
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `damaged bodies yield no impossible weather`(seed: UInt64) {
        let step =
            "{\"dt\":\(Asked.dt),\"main\":{\"temp\":8.5,\"pressure\":1000},\"pop\":0.5,\"rain\":{\"3h\":1}}"
        let components = "{\"co\":196.93,\"pm10\":13.5}"
        let bodies: [(WeatherKind, String)] = [
            (.current, Asked.body()),
            (
                .forecast,
                "{\"cod\":\"200\",\"list\":[\(step),\(step)],\"city\":{\"coord\":{\"lat\":51.5,\"lon\":0}}}"
            ),
            (.air, "{\"list\":[{\"dt\":\(Asked.dt),\"main\":{\"aqi\":3},\"components\":\(components)}]}"),
        ]
        var random = SplitMix64(seed: seed)
        var survivors = 0
        for (kind, body) in bodies {
            let good = Array(body.utf8)
            for _ in 0..<1500 {
                let damaged = MutationTests.damage(good, using: &random)
                guard case .success(let weather) = Asked.weather(kind, damaged) else { continue }
                survivors += 1
                #expect(weather.kind == kind)
                expectPossible(weather, seed)
            }
        }
        #expect(survivors > 100, "damage this light leaves some bodies good")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `damaged geocoding yields no place off the globe and no two within 30 km`(seed: UInt64) {
        let good = Array(
            #"[{"name":"London","lat":51.5085,"lon":-0.1257,"country":"GB"},{"name":"London","lat":42.98,"lon":-81.2}]"#
                .utf8)
        var random = SplitMix64(seed: seed)
        for _ in 0..<1000 {
            let body = MutationTests.damage(good, using: &random)
            let answer = Answer(status: 200, body: body)
            guard case .success(let places) = answer.candidates(now: Asked.now, redactor: Redactor([])) else {
                continue
            }
            #expect(!places.isEmpty)
            #expect(places.distinct(within: PlaceCandidate.samePlace) == places, "seed \(seed)")
        }
    }
}
