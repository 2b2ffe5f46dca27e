import Core

extension CorpusRow {
    /// Forecasts, air quality and geocoding.
    static let others: [CorpusRow] = [
        CorpusRow(
            file: "forecast-london-2025.json", kind: .forecast, asked: (51.5085, -0.1257), now: 1_742_504_400,
            expected: .forecast(
                ExpectedForecast(
                    count: 40, first: 1_742_504_400, last: 1_742_925_600,
                    temperatures: (14.87, 11.85, 4.13, 15.61), wind: (3.01, 107, 9.8), probability: 6.86,
                    rain: (9, 7.96), missing: ["rain3h", "snow3h"]))),
        CorpusRow(
            file: "forecast-lisbon-cnt1-2023.json", unit: .metric, kind: .forecast, asked: (38.7078, -9.1366),
            now: 1_687_975_200,
            expected: .forecast(
                ExpectedForecast(
                    count: 1, first: 1_687_975_200, last: 1_687_975_200,
                    temperatures: (26.2, 26.2, 26.2, 26.2),
                    wind: (8.88, 340, 13.77), probability: 0, rain: (0, 0), missing: ["rain3h", "snow3h"]))),
        CorpusRow(
            file: "forecast-london-2013-old-shape.json", kind: .forecast, asked: (51.5085, -0.1257),
            now: 1_378_890_000,
            expected: .forecast(
                ExpectedForecast(
                    count: 1, first: 1_378_890_000, last: 1_378_890_000,
                    temperatures: (15.28, 15.28, 15.28, 15.28), wind: (4.26, 341, nil), probability: 0,
                    rain: (0, 0),
                    missing: [
                        "feelsLike", "visibility", "windGust", "precipitationProbability", "rain3h", "snow3h",
                    ]))),
        CorpusRow(
            file: "forecast-hourly-arctic-sunrise-zero.json", kind: .forecast, asked: (82.86, 135),
            now: 1_720_119_600,
            expected: .forecast(
                ExpectedForecast(
                    count: 4, first: 1_720_119_600, last: 1_720_130_400,
                    temperatures: (0.32, 0.04, 0.04, 0.32),
                    wind: (2.03, 54, 2.52), probability: 0, rain: (0, 0), missing: ["rain3h", "snow3h"]))),
        CorpusRow(
            file: "air-pollution-current-lisbon.json", kind: .air, asked: (38.7078, -9.1366),
            now: 1_687_540_917,
            expected: .air(
                {
                    var air = AirQuality(observedAt: UnixTime(seconds: 1_687_540_917))
                    air.index = 3
                    (air.co, air.no, air.no2, air.o3) = (196.93, 0.65, 3.98, 107.29)
                    (air.so2, air.pm25, air.pm10, air.nh3) = (1.46, 8.58, 13.5, 2.03)
                    return air
                }())),
        CorpusRow(
            file: "geo-direct-lisbon.json", kind: nil,
            expected: .places([place("Lisbon", nil, "PT", 38.7077507, -9.1365919)])),
        CorpusRow(
            file: "geo-direct-london-five-matches.json", kind: nil,
            expected: .places([
                place("London", nil, "GB", 51.5085, -0.1257), place("London", nil, "CA", 42.9834, -81.233),
                place("London", "OH", "US", 39.8865, -83.4483), place("London", "KY", "US", 37.129, -84.0833),
                place("London", "CA", "US", 36.4761, -119.4432),
            ])),
        CorpusRow(
            file: "geo-zip-lisbon.json", kind: nil,
            expected: .places([place("Lisbon", nil, "PT", 38.7167, -9.1333)])),
        CorpusRow(
            file: "geo-direct-unknown-empty-array.json", kind: nil,
            expected: .failure(.notFound(message: nil))),
    ]

    private static func place(
        _ name: String, _ state: String?, _ country: String, _ latitude: Double, _ longitude: Double
    ) -> PlaceCandidate {
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
            preconditionFailure("the table holds positions on the globe")
        }
        return PlaceCandidate(name: name, state: state, country: country, coordinates: coordinates)
    }

    /// Errors, pages of somebody else, and answers of products that are not asked.
    static let failures: [CorpusRow] = [
        failure("error-400-not-a-city-id.json", 400, .badRequest(message: "94040,us is not a city ID")),
        failure("error-400-nothing-to-geocode.json", 400, .badRequest(message: "Nothing to geocode")),
        failure(
            "error-400-onecall-time-out-of-range.json", 400,
            .badRequest(message: "requested time is out of allowed range of 5 days back")),
        failure("error-400-wrong-latitude.json", 400, .badRequest(message: "wrong latitude")),
        failure(
            "error-401-invalid-key-https-link.json", 401,
            .keyRefused(
                message:
                    "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info.")),
        failure(
            "error-401-invalid-key.json", 401,
            .keyRefused(
                message: "Invalid API key. Please see http://openweathermap.org/faq#error401 for more info.")),
        failure("error-404-city-not-found.json", 404, .notFound(message: "city not found")),
        failure("error-404-not-found.json", 404, .notFound(message: "not found")),
        failure("error-429-blocked.json", 429, .tooManyRequests(retryAfter: nil)),
        failure("error-500-internal.json", 500, .serverError),
        failure("error-onecall-docs-parameters.json", 400, .badRequest(message: "Invalid date format")),
        failure("proxy-502-nginx.html", 502, .badGateway),
        failure("captive-portal-200-meta-refresh.html", 200, .htmlAnswer),
        failure("group-three-cities-2020.json", 200, .undecodable("dt is missing")),
        failure("onecall30-lisbon-2023.json", 200, .undecodable("dt is missing")),
    ]

    private static func failure(_ file: String, _ status: Int, _ failure: FetchFailure) -> CorpusRow {
        CorpusRow(file: file, status: status, expected: .failure(failure))
    }

    static let all = current + others + failures
}
