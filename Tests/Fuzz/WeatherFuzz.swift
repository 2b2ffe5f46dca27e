import Core
import OpenWeatherMap
import Testing

@Suite struct WeatherFuzz {
    private static let now = UnixTime(seconds: Bodies.time)
    private static let ranges: [(any KeyPath<Observation, Double?> & Sendable, ClosedRange<Double>)] = [
        (\.feelsLike, -130...100), (\.temperatureMinimum, -100...70), (\.temperatureMaximum, -100...70),
        (\.pressure, 300...1200), (\.seaLevelPressure, 300...1200), (\.groundLevelPressure, 300...1200),
        (\.humidity, 0...100), (\.visibility, 0...200_000), (\.windSpeed, 0...150),
        (\.windDirection, 0...360),
        (\.windGust, 0...150), (\.cloudCover, 0...100), (\.rain1h, 0...1000), (\.rain3h, 0...1000),
        (\.snow1h, 0...1000), (\.snow3h, 0...1000),
    ]

    /// An answer with a damaged body, and sometimes odd fields in its header.
    private func answer(_ draw: inout Draw, _ samples: [[UInt8]]) -> Answer {
        Answer(
            status: draw.oneIn(20) ? draw.number(-1...999) : 200,
            contentType: draw.oneIn(30) ? draw.text() : "application/json; charset=utf-8",
            date: draw.oneIn(4) ? "Mon, 30 Nov 2026 14:20:05 GMT" : nil,
            retryAfter: draw.oneIn(30) ? draw.text() : nil,
            body: draw.damaged(samples, words: Bodies.words))
    }

    private func question(_ kind: WeatherKind) throws -> Question {
        Question(kind, at: try #require(Coordinates(latitude: 59.9133, longitude: 10.739)))
    }

    @Test func `no current weather is accepted that this planet cannot have`() throws {
        let question = try question(.current)
        fuzz("current weather", 6000) { draw in
            let answer = answer(&draw, Bodies.current)
            let result = answer.weather(for: question, now: WeatherFuzz.now, redactor: Redactor([]))
            guard case .success(let weather) = result else { return }
            guard case .current(let current) = weather else { throw Falsified(description: "another kind") }
            let observation = current.observation
            try claim((-100...70).contains(observation.temperature), "temperature \(observation.temperature)")
            for (path, range) in WeatherFuzz.ranges {
                try claim(observation[keyPath: path].map(range.contains) ?? true, "\(path)")
            }
            let age = observation.observedAt.duration(to: WeatherFuzz.now)
            try claim(age >= .days(-3) && age <= .days(3), "age \(age)")
            for text in [
                current.name, current.country, observation.condition?.text, observation.condition?.icon,
            ] {
                try claim((text?.count ?? 0) <= 200 && (text?.utf8.count ?? 0) <= 1000, "a long text")
            }
        }
    }

    @Test func `a forecast is whole, in order and within its horizon`() throws {
        let question = try question(.forecast)
        fuzz("forecast", 6000) { draw in
            let answer = answer(&draw, Bodies.forecast)
            let result = answer.weather(for: question, now: WeatherFuzz.now, redactor: Redactor([]))
            guard case .success(.forecast(let forecast)) = result else { return }
            let times = forecast.steps.map(\.validAt)
            try claim(
                !times.isEmpty && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "times \(times)")
            for step in forecast.steps {
                try claim((-100...70).contains(step.temperature), "temperature \(step.temperature)")
                try claim(step.precipitationProbability.map((0...1).contains) ?? true, "probability")
                try claim(step.validAt <= WeatherFuzz.now.advanced(by: .days(11)), "\(step.validAt)")
            }
        }
    }

    @Test func `air quality keeps to its scale`() throws {
        let question = try question(.air)
        fuzz("air quality", 6000) { draw in
            let answer = answer(&draw, Bodies.air)
            let result = answer.weather(for: question, now: WeatherFuzz.now, redactor: Redactor([]))
            guard case .success(.air(let air)) = result else { return }
            try claim(air.index.map { (1...5).contains($0) } ?? true, "index")
            for value in [air.co, air.no, air.no2, air.o3, air.so2, air.pm25, air.pm10, air.nh3] {
                try claim(value.map((0...1e6).contains) ?? true, "concentration")
            }
        }
    }

    @Test func `geocoding finds one to five places on the globe, each another one`() {
        fuzz("geocoding", 6000) { draw in
            let answer = answer(&draw, Bodies.geocoding)
            let result = answer.candidates(now: WeatherFuzz.now, redactor: Redactor([]))
            guard case .success(let places) = result else { return }
            try claim((1...5).contains(places.count), "\(places.count) places")
            try claim(places.distinct(within: 30), is: places, "two are one")
        }
    }
}
