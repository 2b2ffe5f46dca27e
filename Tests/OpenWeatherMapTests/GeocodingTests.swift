import Core
import OpenWeatherMap
import Testing

@Suite struct GeocodingTests {
    private func candidates(_ body: String) throws -> [PlaceCandidate] {
        try Answer(status: 200, body: Array(body.utf8)).candidates(now: Asked.now, redactor: Redactor([]))
            .get()
    }

    private func place(_ name: String, _ latitude: Double, _ longitude: Double) throws -> PlaceCandidate {
        let coordinates = try #require(Coordinates(latitude: latitude, longitude: longitude))
        return PlaceCandidate(name: name, state: nil, country: nil, coordinates: coordinates)
    }

    @Test func `an array is candidates, an object is one`() throws {
        let lisbon = #"{"name":"Lisbon","lat":38.7167,"lon":-9.1333,"country":"PT","state":""}"#
        var expected = try place("Lisbon", 38.7167, -9.1333)
        expected.country = "PT"
        #expect(try candidates(lisbon) == [expected])
        #expect(try candidates("[\(lisbon)]") == [expected])
    }

    @Test func `an empty array is a name that nobody knows`() {
        #expect(throws: FetchFailure.notFound(message: nil)) { try candidates("[]") }
    }

    @Test func `a candidate without a name or a valid position is left out`() throws {
        let list = #"""
            [{"name":"a","lat":91,"lon":0},{"name":"b","lat":1},{"lat":1,"lon":1},{"name":"","lat":1,"lon":1},null,5,
             {"name":"c","lat":"1.5","lon":2},{"name":"d","lat":null,"lon":2},{"name":"e","lat":0,"lon":-180.5}]
            """#
        #expect(try candidates(list) == [place("c", 1.5, 2)])
    }

    @Test(arguments: ["[null]", "{}", "5", "null", "\"x\"", #"[{"name":"a","lat":91,"lon":0}]"#])
    func `an answer without a single candidate is undecodable`(body: String) {
        #expect(throws: FetchFailure.undecodable("no place with a name and a position")) {
            try candidates(body)
        }
    }

    @Test func `matches within 30 km of one that is kept are the same place`() throws {
        // 0.26° of latitude are 29 km, 0.28° are 31 km.
        let list = try [
            place("a", 0, 0), place("a near", 0.26, 0), place("b", 0.28, 0), place("b near", 0.5, 0),
            place("a west", 0, -0.2), place("c", 0, 179.9), place("c over the date line", 0, -179.9),
        ]
        #expect(list.distinct(within: PlaceCandidate.samePlace).map(\.name) == ["a", "b", "c"])
        #expect(list.distinct(within: 0).count == list.count)
        #expect(list.distinct(within: 30_000).map(\.name) == ["a"])
        #expect([PlaceCandidate]().distinct(within: 30).isEmpty)
    }

    @Test func `no more candidates are taken than were asked for`() throws {
        let list = (0..<20_000).map { "{\"name\":\"\($0)\",\"lat\":\($0 % 90),\"lon\":\($0 % 179)}" }
        #expect(
            try candidates("[" + list.joined(separator: ",") + "]").map(\.name) == ["0", "1", "2", "3", "4"])
    }

    @Test func `near matches are merged in the answer, whose order stays`() throws {
        let list = #"""
            [{"name":"Paris","lat":48.8589,"lon":2.32},{"name":"Paris","lat":48.8535,"lon":2.3484},
             {"name":"Paris","lat":33.6617,"lon":-95.5555,"state":"Texas","country":"US"}]
            """#
        #expect(try candidates(list).map(\.state) == [nil, "Texas"])
    }
}
