import Core
import OpenWeatherMap
import Testing

@Suite struct PlausibilityTests {
    @Test(
        arguments: [
            ("51.5085", "-0.1257"), ("51.51", "-0.13"), ("52.85", "-0.1257"), ("51.5085", "2.03"),
            ("\"51.51\"", "\"-0.13\""), ("51.51", "null"), ("null", "100"), ("\"x\"", "100"),
        ])
    func `an answer from within 150 km is one, and so is one without a position`(
        latitude: String, longitude: String
    ) throws {
        let coord = "{\"lat\":\(latitude),\"lon\":\(longitude)}"
        #expect(try Asked.current(["coord": coord]).observation.temperature == 8.72)
    }

    @Test(
        arguments: [
            ("52.87", "-0.1257", "it is for a place 151 km away"),
            ("51.5085", "2.06", "it is for a place 151 km away"),
            ("48.85", "2.35", "it is for a place 344 km away"),
            ("-51.5085", "179.8743", "it is for a place 20015 km away"),
            ("91", "0", "its position is not on the globe"),
            ("51.5", "180.5", "its position is not on the globe"),
            ("1e308", "0", "its position is not on the globe"),
        ])
    func `weather of another place is implausible`(latitude: String, longitude: String, reason: String) {
        #expect(throws: FetchFailure.implausible(reason)) {
            try Asked.current(["coord": "{\"lat\":\(latitude),\"lon\":\(longitude)}"])
        }
    }

    @Test func `the date line does not make neighbours distant`() throws {
        let asked = try #require(Coordinates(latitude: -16.8, longitude: 179.99))
        let body = Asked.body(["coord": "{\"lat\":-16.8,\"lon\":-179.99}"])
        let result = Answer(status: 200, body: Array(body.utf8)).weather(
            for: Question(.current, at: asked), now: Asked.now, redactor: Redactor([]))
        #expect(throws: Never.self) { try result.get() }
    }

    @Test(arguments: [-172_800, -1, 0, 1, 172_800] as [Int64])
    func `a time within two days is one`(offset: Int64) throws {
        let current = try Asked.current(["dt": String(Asked.now.seconds + offset)])
        #expect(current.observation.observedAt.seconds == Asked.now.seconds + offset)
    }

    @Test(
        arguments: [
            (-172_801, "its time is 2 d ago"), (172_801, "its time is 2 d ahead"),
            (-1_796_061_780, "its time is 20787 d 18 h ago"),
            (400 * 86_400, "its time is 400 d ahead"),
        ] as [(Int64, String)])
    func `a time more than two days away is implausible`(offset: Int64, reason: String) {
        #expect(throws: FetchFailure.implausible(reason)) {
            try Asked.current(["dt": String(Asked.now.seconds + offset)])
        }
    }

    @Test(arguments: [Int64.min, -1, Int64.max])
    func `no time traps`(seconds: Int64) {
        let error = #expect(throws: FetchFailure.self) { try Asked.current(["dt": String(seconds)]) }
        #expect(error?.label == "implausible")
    }

    @Test func `the server's clock counts before ours`() throws {
        let theirs = "Wed, 30 Dec 2026 18:03:00 GMT"
        #expect(throws: FetchFailure.implausible("its time is 30 d ago")) { try Asked.current(date: theirs) }
        let later = String(Asked.now.seconds + 30 * 86_400)
        _ = try Asked.current(["dt": later], date: theirs)
        #expect(throws: FetchFailure.implausible("its time is 30 d ahead")) {
            try Asked.current(["dt": later])
        }
        _ = try Asked.current(date: "yesterday")
    }
}
