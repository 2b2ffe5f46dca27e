import Core
import OpenWeatherMap
import Testing

@Suite struct ForecastTests {
    private func step(_ hours: Int64, _ more: String = "\"main\":{\"temp\":8}") -> String {
        "{\"dt\":\(Asked.now.seconds + hours * 3600),\(more)}"
    }

    private func forecast(_ list: [String], city: String = "{}") throws -> [ForecastStep] {
        let body =
            "{\"cod\":\"200\",\"message\":0,\"list\":[\(list.joined(separator: ","))],\"city\":\(city)}"
        guard case .forecast(let forecast) = try Asked.weather(.forecast, body).get() else { return [] }
        return forecast.steps
    }

    @Test func `a whole step`() throws {
        let text = """
            "main":{"temp":8,"feels_like":"5.5","pressure":1017,"humidity":63,"temp_kf":2.25},\
            "weather":[{"id":802,"main":"Clouds","description":"scattered clouds","icon":"03n"}],\
            "clouds":{"all":33},"wind":{"speed":3.01,"deg":107,"gust":9.8},"visibility":10000,"pop":0.2,\
            "rain":{"3h":0.3},"snow":{"3h":1},"sys":{"pod":"n"},"dt_txt":"2026-11-30 18:00:00"
            """
        var expected = ForecastStep(validAt: Asked.now, temperature: 8)
        expected.feelsLike = 5.5
        (expected.pressure, expected.humidity, expected.visibility, expected.cloudCover) = (
            1017, 63, 10_000, 33
        )
        (expected.windSpeed, expected.windDirection, expected.windGust) = (3.01, 107, 9.8)
        (expected.precipitationProbability, expected.rain3h, expected.snow3h) = (0.2, 0.3, 1)
        expected.condition = Condition(id: 802, group: "Clouds", text: "scattered clouds", icon: "03n")
        #expect(try forecast([step(0, text)]) == [expected])
    }

    @Test func `steps come in order of time, and of two for one time the first counts`() throws {
        let steps = try forecast([step(6), step(0), step(3, "\"main\":{\"temp\":1}"), step(3), step(0)])
        #expect(steps.map(\.validAt.seconds) == [0, 3, 6].map { Asked.now.seconds + $0 * 3600 })
        #expect(steps.map(\.temperature) == [8, 1, 8])
    }

    @Test(
        arguments: [
            ("{\"main\":{\"temp\":8}}", "list[1].dt is missing"), ("null", "list[1].dt is missing"),
            ("{\"dt\":1796061600}", "list[1].main.temp is missing"),
            ("{\"dt\":1796061600,\"main\":{\"temp\":null}}", "list[1].main.temp is missing"),
        ])
    func `one bad step makes the forecast undecodable`(bad: String, reason: String) {
        #expect(throws: FetchFailure.undecodable(reason)) { try forecast([step(0), bad, step(6)]) }
    }

    @Test(arguments: ["{}", "{\"list\":[]}", "{\"list\":null}", "{\"list\":{}}", "[]", "5"])
    func `a forecast without steps is undecodable`(body: String) {
        #expect(throws: FetchFailure.undecodable("list is missing or empty")) {
            try Asked.weather(.forecast, body).get()
        }
    }

    @Test func `a probability, or rain below zero, out of range is nil`() throws {
        for (text, value) in [("0", 0), ("1", 1), ("0.34", 0.34), ("1.01", nil), ("-0.1", nil), ("\"1\"", 1)]
            as [(String, Double?)]
        {
            let steps = try forecast([step(0, "\"main\":{\"temp\":8},\"pop\":\(text),\"rain\":{\"3h\":-1}")])
            #expect(steps[0].precipitationProbability == value)
            #expect(steps[0].rain3h == nil)
        }
    }

    @Test func `a forecast for another place, of another time or with an impossible step is implausible`()
        throws
    {
        let far = "{\"coord\":{\"lat\":48.85,\"lon\":2.35}}"
        #expect(throws: FetchFailure.implausible("it is for a place 344 km away")) {
            try forecast([step(0)], city: far)
        }
        #expect(throws: FetchFailure.implausible("its time is 2 d 1 h ago")) {
            try forecast([step(-49), step(0)])
        }
        #expect(throws: FetchFailure.implausible("its time is 2 d 1 h ahead")) { try forecast([step(49)]) }
        #expect(throws: FetchFailure.implausible("it looks 10 d 1 h ahead")) {
            try forecast([step(0), step(241)])
        }
        #expect(throws: FetchFailure.implausible("its temperature is 288.02 °C")) {
            try forecast([step(0), step(3, "\"main\":{\"temp\":288.02}")])
        }
        #expect(
            try forecast([step(-48), step(240)], city: "{\"coord\":{\"lat\":51.5,\"lon\":0}}").count == 2)
    }
}
