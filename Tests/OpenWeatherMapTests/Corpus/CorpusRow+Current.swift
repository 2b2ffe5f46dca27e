import Core

extension CorpusRow {
    /// Every recorded answer of `/data/2.5/weather`.
    static let current: [CorpusRow] = [
        CorpusRow(
            file: "current-amsterdam-2015-rain1h-snow3h.json", unit: .imperial, asked: (52.37, 4.89),
            now: 1423140939,
            expected: .current(
                ExpectedCurrent(
                    temperature: 2.06, wind: 1.64, direction: 45, gust: 1.52, rain: (1, nil),
                    snow: (nil, 0.05),
                    condition: 500, text: "light rain", name: "Amsterdam", country: "NL", utcOffset: nil,
                    missing: [
                        "feelsLike", "seaLevelPressure", "groundLevelPressure", "visibility", "rain3h",
                        "snow1h",
                    ]))),
        CorpusRow(
            file: "current-atlantic-empty-name.json", unit: .standard, asked: (30, -40), now: 1663827426,
            expected: .current(
                ExpectedCurrent(
                    temperature: 26.23, wind: 5.48, direction: 103, gust: 5.92,
                    condition: 804, text: "overcast clouds", name: nil, country: nil, utcOffset: -10800,
                    missing: ["rain1h", "rain3h", "snow1h", "snow3h"]))),
        CorpusRow(
            file: "current-barents-midnight-sun-2023.json", unit: .standard, asked: (75.819, 26.9155),
            now: 1682686985,
            expected: .current(
                ExpectedCurrent(
                    temperature: 2.23, wind: 11.91, direction: 166, gust: 17.06,
                    condition: 804, text: "overcast clouds", name: nil, country: nil, utcOffset: 7200,
                    missing: ["rain1h", "rain3h", "snow1h", "snow3h", "sunrise", "sunset"]))),
        CorpusRow(
            file: "current-kharkiv-uk-fog-snow.json", unit: .metric, asked: (50, 36.25), now: 1641353924,
            expected: .current(
                ExpectedCurrent(
                    temperature: -0.01, wind: 4, direction: 130, gust: nil, snow: (1.15, nil),
                    condition: 741, text: "туман", name: "Kharkiv", country: "UA", utcOffset: 7200,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windGust", "rain1h", "rain3h", "snow3h",
                    ]))),
        CorpusRow(
            file: "current-london-rain.json", unit: .standard, asked: (51.51, -0.13), now: 1588047748,
            expected: .current(
                ExpectedCurrent(
                    temperature: 8.72, wind: 5.7, direction: 90, gust: nil, rain: (1.27, nil),
                    condition: 501, text: "moderate rain", name: "London", country: "GB", utcOffset: 3600,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windGust", "rain3h", "snow1h", "snow3h",
                    ]))),
        CorpusRow(
            file: "current-moscow-fr-metric.json", unit: .metric, asked: (55.75, 37.62), now: 1589717622,
            expected: .current(
                ExpectedCurrent(
                    temperature: 13.67, wind: 9, direction: 260, gust: nil,
                    condition: 520, text: "petites averses", name: "Moscou", country: "RU", utcOffset: 10800,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windGust", "rain1h", "rain3h", "snow1h",
                        "snow3h",
                    ]))),
        CorpusRow(
            file: "current-moscow-ru-metric.json", unit: .metric, asked: (55.75, 37.62), now: 1588338706,
            expected: .current(
                ExpectedCurrent(
                    temperature: 12, wind: 3, direction: 90, gust: nil,
                    condition: 800, text: "ясно", name: "Москва", country: "RU", utcOffset: 10800,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windGust", "rain1h", "rain3h", "snow1h",
                        "snow3h",
                    ]))),
        CorpusRow(
            file: "current-newyork-by-zip-id-zero.json", unit: .standard, asked: (40.75, -73.99),
            now: 1588048598,
            expected: .current(
                ExpectedCurrent(
                    temperature: 6.54, wind: 2.6, direction: nil, gust: nil,
                    condition: 803, text: "broken clouds", name: "New York", country: "US", utcOffset: -14400,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windDirection", "windGust", "rain1h",
                        "rain3h", "snow1h", "snow3h",
                    ]))),
        CorpusRow(
            file: "current-newyork-no-wind-deg.json", unit: .standard, asked: (40.71, -74.01),
            now: 1588045785,
            expected: .current(
                ExpectedCurrent(
                    temperature: 6.71, wind: 2.1, direction: nil, gust: nil,
                    condition: 804, text: "overcast clouds", name: "New York", country: "US",
                    utcOffset: -14400,
                    missing: [
                        "seaLevelPressure", "groundLevelPressure", "windDirection", "windGust", "rain1h",
                        "rain3h", "snow1h", "snow3h",
                    ]))),
        CorpusRow(
            file: "current-tallahassee-2015-rain3h.json", unit: .imperial, asked: (30.44, -84.28),
            now: 1423129028,
            expected: .current(
                ExpectedCurrent(
                    temperature: 7.84, wind: 2.66, direction: 15.01, gust: nil, rain: (nil, 6),
                    condition: 501, text: "moderate rain", name: "Tallahassee", country: "US", utcOffset: nil,
                    missing: ["feelsLike", "visibility", "windGust", "rain1h", "snow1h", "snow3h"]))),
        CorpusRow(
            file: "current-tromso-polar-night-2018.json", unit: .standard, asked: (69.65, 18.96),
            now: 1515473249,
            expected: .current(
                ExpectedCurrent(
                    temperature: -2.84, wind: 1.11, direction: 156, gust: nil,
                    condition: 804, text: "overcast clouds", name: "Tromso", country: "NO", utcOffset: nil,
                    missing: [
                        "feelsLike", "visibility", "windGust", "rain1h", "rain3h", "snow1h", "snow3h",
                        "sunrise", "sunset",
                    ]))),
        CorpusRow(
            file: "current-zocca-docs-example.json", unit: .standard, asked: (44.34, 10.99), now: 1661870592,
            expected: .current(
                ExpectedCurrent(
                    temperature: 25.33, wind: 0.62, direction: 349, gust: 1.18, rain: (3.16, nil),
                    condition: 501, text: "moderate rain", name: "Zocca", country: "IT", utcOffset: 7200,
                    missing: ["rain3h", "snow1h", "snow3h"]))),
    ]
}
