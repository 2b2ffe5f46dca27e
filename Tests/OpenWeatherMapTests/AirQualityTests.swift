import Core
import OpenWeatherMap
import Testing

@Suite struct AirQualityTests {
    private func air(_ entry: String, coord: String = "{\"lon\":-0.13,\"lat\":51.51}") throws -> AirQuality? {
        let body = "{\"coord\":\(coord),\"list\":[\(entry)]}"
        guard case .air(let air) = try Asked.weather(.air, body).get() else { return nil }
        return air
    }

    @Test func `only the time is required`() throws {
        let expected = AirQuality(observedAt: UnixTime(seconds: 1_796_061_600))
        #expect(try air("{\"dt\":\(Asked.dt)}") == expected)
        #expect(try air("{\"dt\":\(Asked.dt),\"main\":null,\"components\":[]}", coord: "null") == expected)
    }

    @Test func `concentrations below zero and indices off the scale are nil`() throws {
        let entry = """
            {"dt":\(Asked.dt),"main":{"aqi":6},"components":{"co":196.93,"no":0,"no2":-9999,"o3":"107.29","so2":null,\
            "pm2_5":2000000,"pm10":13,"nh3":true}}
            """
        var expected = AirQuality(observedAt: UnixTime(seconds: 1_796_061_600))
        (expected.co, expected.no, expected.o3, expected.pm10) = (196.93, 0, 107.29, 13)
        #expect(try air(entry) == expected)
        for (text, index) in [("0", nil), ("1", 1), ("5", 5), ("\"3\"", 3), ("2.5", nil)]
            as [(String, Int64?)]
        {
            #expect(try air("{\"dt\":\(Asked.dt),\"main\":{\"aqi\":\(text)}}")?.index == index)
        }
    }

    @Test func `the first entry counts`() throws {
        let entries = "{\"dt\":\(Asked.dt),\"main\":{\"aqi\":2}},{\"dt\":1}"
        #expect(try air(entries)?.index == 2)
    }

    @Test func `without an entry or its time it is undecodable, from elsewhere or elsewhen implausible`() {
        #expect(throws: FetchFailure.undecodable("list is missing or empty")) { try air("") }
        #expect(throws: FetchFailure.undecodable("list[0].dt is missing")) {
            try air("{\"main\":{\"aqi\":2}}")
        }
        #expect(throws: FetchFailure.implausible("it is for a place 344 km away")) {
            try air("{\"dt\":\(Asked.dt)}", coord: "{\"lat\":48.85,\"lon\":2.35}")
        }
        #expect(throws: FetchFailure.implausible("its time is 20787 d 18 h ago")) { try air("{\"dt\":0}") }
    }
}
