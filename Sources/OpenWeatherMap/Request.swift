package import Core

/// One question to the service, without the key it will be asked with.
///
/// The governing pages are https://openweathermap.org/current, /forecast5, /api/air-pollution and
/// /api/geocoding-api.
package struct Request: Equatable, Sendable {
    /// The geocoding service's own maximum.
    package static let candidateLimit = 5

    package let path: String
    /// Names and percent-encoded values, joined as they are sent.
    package let query: String

    private init(_ path: String, _ parameters: [(name: String, value: String)]) {
        self.path = path
        var query = ""
        for parameter in parameters {
            if !query.isEmpty { query += "&" }
            query += parameter.name
            query += "="
            query += PercentEncoding.encode(parameter.value)
        }
        self.query = query
    }

    /// Asks for the weather of a position, always in metric units, with texts in `language`, one of
    /// OpenWeatherMap's own codes such as `en`, `ua` or `zh_cn`; an unknown one means English.
    package static func weather(
        _ kind: WeatherKind, at coordinates: Coordinates, language: String
    ) -> Request {
        let position = [
            (name: "lat", value: Request.fourDecimals(coordinates.latitude)),
            (name: "lon", value: Request.fourDecimals(coordinates.longitude)),
        ]
        let manner = [(name: "units", value: "metric"), (name: "lang", value: language)]
        return switch kind {
        case .current: Request("/data/2.5/weather", position + manner)
        case .forecast: Request("/data/2.5/forecast", position + manner)
        case .air: Request("/data/2.5/air_pollution", position)
        }
    }

    /// Asks where a place is: a name is answered by an array of candidates, a postal code by one.
    package static func geocode(_ query: PlaceQuery) -> Request {
        switch query {
        case .name(let name):
            Request("/geo/1.0/direct", [("q", name), ("limit", String(candidateLimit))])
        case .zip(let code):
            Request("/geo/1.0/zip", [("zip", code)])
        }
    }

    /// The whole URL, for CURLOPT_URL.
    ///
    /// This is the only place where the key is spelled out: neither log nor store what it returns.
    package func url(at endpoint: Endpoint, key: APIKey) -> String {
        var url = endpoint.origin
        url.reserveCapacity(160)
        for part in [endpoint.pathPrefix, path, "?", query, "&appid=", PercentEncoding.encode(key.secret)] {
            url += part
        }
        return url
    }

    /// A degree with exactly four decimals (11 m): no exponent, no negative zero.
    static func fourDecimals(_ degrees: Double) -> String {
        let scaled = Int64((degrees * 10_000).rounded())
        let digits = Int64(scaled.magnitude)
        return (scaled < 0 ? "-" : "") + String(digits / 10_000) + "." + (digits % 10_000).padded(4)
    }
}
