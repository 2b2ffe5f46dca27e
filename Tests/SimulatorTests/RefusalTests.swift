import Core
import TestSupport
import Testing

/// The failures of the service itself, letter by letter.
@Suite struct RefusalTests {
    let simulator: SimulatorProcess

    init() throws {
        simulator = try SimulatorProcess(keys: ["key"])
    }

    @Test(arguments: [
        ("/data/2.5/weather?", 400, #"{"cod":"400","message":"Nothing to geocode"}"#),
        ("/data/2.5/weather?lad=1&lon=2&", 400, #"{"cod":"400","message":"Nothing to geocode"}"#),
        ("/data/2.5/weather?lat=91&lon=0&units=metric&", 400, #"{"cod":"400","message":"wrong latitude"}"#),
        ("/data/2.5/forecast?lat=a&lon=0&units=metric&", 400, #"{"cod":"400","message":"wrong latitude"}"#),
        ("/data/2.5/weather?lat=9&lon=181&units=metric&", 400, #"{"cod":"400","message":"wrong longitude"}"#),
        ("/data/2.5/weather?q=Nowhere&", 404, #"{"cod":"404","message":"city not found"}"#),
        ("/geo/1.0/direct?q=&", 400, #"{"cod":"400","message":"Nothing to geocode"}"#),
        ("/geo/1.0/direct?q=%20&", 404, #"{"cod":"404","message":"not found"}"#),
        ("/geo/1.0/direct?q=Oslo&limit=-1&", 404, #"{"cod":"404","message":"not found"}"#),
        ("/geo/1.0/zip?zip=00000&", 404, #"{"cod":"404","message":"not found"}"#),
        ("/data/2.5/nothing?", 404, #"{"cod":"404","message":"Internal error"}"#),
    ])
    func `a wrong question gets the body of the real service`(
        target: String, status: Int, body: String
    ) throws {
        let reply = try simulator.get(target + "appid=key")
        #expect(reply.status == status)
        #expect(reply.text == body)
    }

    @Test func `without units a bad latitude is clamped and answered`() throws {
        let reply = try simulator.get("/data/2.5/weather?lat=91&lon=0&appid=key")
        #expect(reply.status == 200)
        #expect(reply.json?["coord"]?["lat"]?.number == 90)
    }

    @Test(arguments: ["/data/2.5/weather", "/data/2.5/forecast", "/geo/1.0/direct", "/geo/1.0/zip"])
    func `a wrong key and no key get the same answer`(path: String) throws {
        let wrong = try simulator.get(path + "?lat=1&lon=2&q=Oslo&zip=10001&appid=wrong")
        let none = try simulator.get(path + "?lat=1&lon=2&q=Oslo&zip=10001")
        #expect(wrong.status == 401)
        #expect(wrong.json?["cod"] == .integer(401))
        #expect(wrong.json?["message"]?.string?.hasPrefix("Invalid API key.") == true)
        #expect(wrong.body == none.body)
    }

    @Test func `keys can be replaced while it runs`() throws {
        let question = "/data/2.5/weather?lat=1&lon=2&appid="
        try simulator.setKeys(["new", "newer"])
        #expect(try simulator.get(question + "key").status == 401)
        #expect(try simulator.get(question + "new").status == 200)
        try simulator.setKeys([])
        #expect(try simulator.get(question + "new").status == 401)
    }

    @Test func `the key is taken from the header, too`() throws {
        let connection = try simulator.connect()
        try connection.send(
            "GET /data/2.5/weather?lat=1&lon=2 HTTP/1.1\r\nHost: simulator\r\nX-Api-Key: key\r\n\r\n")
        #expect(try connection.reply().status == 200)
    }

    @Test func `a request to change something is refused`() throws {
        let connection = try simulator.connect()
        try connection.send("DELETE /data/2.5/weather?appid=key HTTP/1.1\r\nHost: simulator\r\n\r\n")
        #expect(try connection.reply().status == 405)
    }
}
