import Core
import OpenWeatherMap

/// What the inline bodies of these tests answer: London, on 30 November 2026, 18:03:00 UTC.
enum Asked {
    static let now = UnixTime(seconds: 1_796_061_780)
    static let dt = "1796061600"
    static let date = "Mon, 30 Nov 2026 18:03:00 GMT"
    static let london = (latitude: 51.5085, longitude: -0.1257)

    /// A whole body of the current weather with these members instead of the usual ones; a member that is
    /// nil is left out.
    static func body(_ changes: [String: String?] = [:]) -> String {
        var members: [String: String?] = [
            "coord": #"{"lon":-0.13,"lat":51.51}"#,
            "weather": #"[{"id":501,"main":"Rain","description":"moderate rain","icon":"10n"}]"#,
            "main": #"{"temp":8.72,"feels_like":3.96,"pressure":1005,"humidity":87}"#,
            "visibility": "8000", "wind": #"{"speed":5.7,"deg":90,"gust":9.1}"#, "rain": #"{"1h":1.27}"#,
            "clouds": #"{"all":75}"#, "dt": dt,
            "sys": #"{"country":"GB","sunrise":1796024400,"sunset":1796054100}"#, "timezone": "0",
            "name": "\"London\"", "cod": "200",
        ]
        members.merge(changes) { _, change in change }
        let texts = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{" + texts.sorted().joined(separator: ",") + "}"
    }

    static func weather(
        _ kind: WeatherKind, _ body: String, unit: UnitSystem = .metric, date: String? = nil,
        redactor: Redactor = Redactor([])
    ) -> Result<Weather, FetchFailure> {
        weather(kind, Array(body.utf8), unit: unit, date: date, redactor: redactor)
    }

    static func weather(
        _ kind: WeatherKind, _ body: [UInt8], unit: UnitSystem = .metric, date: String? = nil,
        redactor: Redactor = Redactor([])
    ) -> Result<Weather, FetchFailure> {
        guard let coordinates = Coordinates(latitude: london.latitude, longitude: london.longitude) else {
            return .failure(.undecodable("the question has no position"))
        }
        return Answer(status: 200, date: date, body: body).weather(
            for: Question(kind, at: coordinates, unit: unit), now: now, redactor: redactor)
    }

    /// The current weather with these members changed.
    static func current(
        _ changes: [String: String?] = [:], unit: UnitSystem = .metric, date: String? = nil
    ) throws(FetchFailure) -> CurrentWeather {
        guard case .current(let current) = try weather(.current, body(changes), unit: unit, date: date).get()
        else { throw .undecodable("another kind") }
        return current
    }
}
