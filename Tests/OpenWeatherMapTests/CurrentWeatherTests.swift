import Core
import OpenWeatherMap
import Testing

@Suite struct CurrentWeatherTests {
    @Test func `only the time and the temperature are required`() throws {
        let least = try Asked.weather(.current, "{\"dt\":\(Asked.dt),\"main\":{\"temp\":8}}").get()
        let expected = Observation(observedAt: UnixTime(seconds: 1_796_061_600), temperature: 8)
        #expect(least == .current(CurrentWeather(observation: expected)))
    }

    @Test(
        arguments: [
            (["dt": nil], "dt is missing"), (["dt": "null"], "dt is missing"),
            (["dt": "\"x\""], "dt is missing"),
            (["dt": "5.5"], "dt is missing"), (["dt": "1e30"], "dt is missing"),
            (["dt": "true"], "dt is missing"),
            (["main": nil], "main.temp is missing"), (["main": "null"], "main.temp is missing"),
            (["main": "[]"], "main.temp is missing"), (["main": "{}"], "main.temp is missing"),
            (["main": "{\"temp\":null}"], "main.temp is missing"),
            (["main": "{\"temp\":\"warm\"}"], "main.temp is missing"),
            (["main": "{\"temp\":\"nan\"}"], "main.temp is missing"),
            (["main": "{\"temp\":\"0x10\"}"], "main.temp is missing"),
            (["main": "{\"temp\":\"1e999\"}"], "main.temp is missing"),
            (["main": "{\"temp\":[8]}"], "main.temp is missing"),
        ] as [([String: String?], String)])
    func `without them an answer is undecodable`(changes: [String: String?], reason: String) {
        #expect(throws: FetchFailure.undecodable(reason)) { try Asked.current(changes) }
    }

    @Test(
        arguments: [
            ("8", 8), ("-7", -7), ("8.0", 8), ("-0.01", -0.01), ("8.72e0", 8.72), ("\"8.72\"", 8.72),
            ("\"-7\"", -7),
            ("70", 70), ("-100", -100), ("0", 0),
        ] as [(String, Double)])
    func `numbers come as integers, decimals and strings`(text: String, temperature: Double) throws {
        let current = try Asked.current(["main": "{\"temp\":\(text)}"])
        #expect(current.observation.temperature == temperature)
    }

    @Test(
        arguments: [
            "70.1", "-100.1", "281.87", "1e308", "-1e308", "9223372036854775807", "18446744073709551616",
        ])
    func `a temperature that this planet does not have makes the answer implausible`(text: String) {
        let error = #expect(throws: FetchFailure.self) {
            try Asked.current(["main": "{\"temp\":\(text)}"])
        }
        #expect(error?.label == "implausible")
    }

    @Test(
        arguments: [
            (.standard, "281.87", "5.7", 8.72, 5.7), (.standard, "270.312", "0", -2.838, 0),
            (.imperial, "35.71", "3.67", 2.061, 1.641), (.imperial, "32", "10", 0, 4.47),
            (.metric, "8.72", "5.7", 8.72, 5.7),
        ] as [(UnitSystem, String, String, Double, Double)])
    func `values become metric, without the dust of binary fractions`(
        unit: UnitSystem, temperature: String, speed: String, celsius: Double, metresPerSecond: Double
    ) throws {
        let observation = try Asked.current(
            [
                "main":
                    "{\"temp\":\(temperature),\"feels_like\":\(temperature),\"temp_min\":\(temperature),\"temp_max\":\(temperature)}",
                "wind": "{\"speed\":\(speed),\"gust\":\(speed)}",
            ], unit: unit
        ).observation
        #expect(observation.temperature == celsius)
        #expect(observation.feelsLike == celsius)
        #expect(observation.temperatureMinimum == celsius)
        #expect(observation.temperatureMaximum == celsius)
        #expect(observation.windSpeed == metresPerSecond)
        #expect(observation.windGust == metresPerSecond)
        #expect(observation.rain1h == 1.27)
        #expect(observation.visibility == 8000)
    }

    @Test(
        arguments: [
            ("rain", nil, nil, nil), ("rain", "null", nil, nil), ("rain", "{}", nil, nil),
            ("rain", "[]", nil, nil),
            ("rain", "{\"1h\":0.3}", 0.3, nil), ("rain", "{\"3h\":6}", nil, 6),
            ("rain", "{\"1h\":1,\"3h\":2}", 1, 2),
            ("rain", "{\"1h\":\"0.3\"}", 0.3, nil), ("rain", "{\"1h\":null,\"3h\":-1}", nil, nil),
            ("rain", "{\"1h\":1001}", nil, nil), ("rain", "1.5", 1.5, nil), ("rain", "\"1.5\"", 1.5, nil),
            ("rain", "0", 0, nil), ("rain", "-0.1", nil, nil), ("rain", "true", nil, nil),
        ] as [(String, String?, Double?, Double?)])
    func `rain and snow come in every shape, and absence is not zero`(
        name: String, text: String?, hour: Double?, threeHours: Double?
    ) throws {
        let observation = try Asked.current(["rain": text, "snow": text]).observation
        #expect(observation.rain1h == hour)
        #expect(observation.rain3h == threeHours)
        #expect(observation.snow1h == hour)
        #expect(observation.snow3h == threeHours)
    }

    @Test(arguments: RangeRow.all)
    func `an optional value out of its range is nil, and the rest stays`(row: RangeRow) throws {
        for (texts, isKept) in [(row.kept, true), (row.dropped, false)] {
            for text in texts {
                let inner =
                    row.object == "main" ? "\"temp\":8,\"\(row.name)\":\(text)" : "\"\(row.name)\":\(text)"
                let change = row.object.map { [$0: "{\(inner)}"] } ?? [row.name: text]
                let observation = try Asked.current(change).observation
                #expect(row.member(observation) == (isKept ? Double(text) : nil), "\(text)")
                #expect(observation.condition?.id == 501)
            }
        }
    }

    @Test(
        arguments: [
            "null", "5", "\"x\"", "[]", "{}", "[null]", "{\"speed\":null,\"deg\":null,\"gust\":{}}",
        ])
    func `a member of a wrong type is an absent one`(text: String) throws {
        let current = try Asked.current([
            "wind": text, "clouds": text, "weather": text, "sys": text, "coord": text, "timezone": "{}",
        ])
        let observation = current.observation
        #expect(observation.windSpeed == nil)
        #expect(observation.windDirection == nil)
        #expect(observation.windGust == nil)
        #expect(observation.cloudCover == nil)
        #expect(observation.condition == nil)
        #expect(observation.sunrise == nil)
        #expect(current.country == nil)
        #expect(current.utcOffset == nil)
        #expect(current.name == "London")
    }

    @Test(
        arguments: [
            ("0", nil), ("-1", nil), ("null", nil), ("\"\"", nil), ("1796024400", 1_796_024_400),
            ("\"1796024400\"", 1_796_024_400), ("9223372036854775807", nil), ("1", nil),
        ] as [(String, Int64?)])
    func `a sunrise of zero, below or far away is none`(text: String, seconds: Int64?) throws {
        let observation = try Asked.current(["sys": "{\"sunrise\":\(text),\"sunset\":\(text)}"]).observation
        #expect(observation.sunrise == seconds.map { UnixTime(seconds: $0) })
        #expect(observation.sunset == seconds.map { UnixTime(seconds: $0) })
    }

    @Test(
        arguments: [
            ("[]", nil),
            (
                #"[{"id":741,"main":"Fog","description":"туман","icon":"50n"},{"id":601,"main":"Snow"}]"#,
                Condition(id: 741, group: "Fog", text: "туман", icon: "50n")
            ),
            (#"[{"id":"741","main":"Fog"}]"#, Condition(id: 741, group: "Fog", text: "Fog", icon: nil)),
            (#"[{"main":"Fog","description":"fog"}]"#, nil), (#"[{"id":741,"description":"fog"}]"#, nil),
            (#"[{"id":741.5,"main":"Fog"}]"#, nil),
        ] as [(String, Condition?)])
    func `the first condition counts, and none is possible`(text: String, condition: Condition?) throws {
        #expect(try Asked.current(["weather": text]).observation.condition == condition)
    }

    @Test func `an empty name is none, and unknown members are ignored`() throws {
        let current = try Asked.current([
            "name": "\"\"", "sys": "{\"country\":\"\"}", "timezone": "-999999", "base": "[[[]]]", "uvi": "11",
        ])
        #expect(current.name == nil)
        #expect(current.country == nil)
        #expect(current.utcOffset == nil)
    }

    @Test func `text is kept as it was sent, up to 200 characters`() throws {
        let controls = try Asked.current(["name": #""a\u001b[31m\u202eb""#])
        #expect(controls.name == "a\u{1B}[31m\u{202E}b")
        let long = String(repeating: "é", count: 300)
        #expect(try Asked.current(["name": "\"\(long)\""]).name == String(long.prefix(200)))
        // One character of half a megabyte.
        let stacked = "a" + String(repeating: "\u{301}", count: 250_000)
        let kept = try #require(try Asked.current(["name": "\"\(stacked)\""]).name)
        #expect(kept.utf8.count == 799, "the cut falls between two scalars")
        #expect(kept.unicodeScalars.first == "a")
    }

    @Test func `a key that the sender repeats is not kept`() throws {
        let key = try APIKey("c0ffee00c0ffee00c0ffee00c0ffee00")
        let name = "\"see ?appid=c0ffee00c0ffee00c0ffee00c0ffee00\""
        let result = Asked.weather(.current, Asked.body(["name": name]), redactor: Redactor([key]))
        guard case .success(.current(let current)) = result else {
            Issue.record("it became \(result)")
            return
        }
        #expect(current.name == "see ?appid=…")
    }
}
