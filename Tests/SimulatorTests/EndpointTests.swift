import Core
import TestSupport
import Testing

@Suite struct EndpointTests {
    let simulator: SimulatorProcess

    init() throws {
        simulator = try SimulatorProcess(keys: ["key"])
    }

    @Test func `current weather echoes the question and repeats its time`() throws {
        let reply = try simulator.get("/data/2.5/weather?lat=59.9133&lon=10.739&units=metric&appid=key")
        let body = try #require(reply.json)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/json; charset=utf-8")
        #expect(reply.headers["date"]?.hasSuffix(" GMT") == true)
        #expect(body["coord"]?["lat"]?.number == 59.9133)
        #expect(body["coord"]?["lon"]?.number == 10.739)
        #expect(body["cod"] == .integer(200))
        #expect(body["name"]?.string == "Oslo")
        #expect(body["sys"]?["country"]?.string == "NO")
        #expect(body["timezone"]?.integer == 3600)
        let time = try #require(body["dt"]?.integer)
        #expect(time % 600 == 0)
        let celsius = try #require(body["main"]?["temp"]?.number)
        #expect((-60...50).contains(celsius))
        let weather = try #require(body["weather"]?[0])
        #expect(weather["id"]?.integer != nil)
        #expect(weather["icon"]?.string?.count == 3)
    }

    @Test func `units change the numbers and not the weather`() throws {
        let file = try TemporaryFile("1767268800")
        let fixed = try SimulatorProcess(timeFile: file.path)
        let question = "/data/2.5/weather?lat=38.71&lon=-9.14&appid=key"
        let standard = try #require(try fixed.get(question).json)
        let metric = try #require(try fixed.get(question + "&units=metric").json)
        let imperial = try #require(try fixed.get(question + "&units=imperial").json)
        let celsius = try #require(metric["main"]?["temp"]?.number)
        let kelvin = try #require(standard["main"]?["temp"]?.number)
        let fahrenheit = try #require(imperial["main"]?["temp"]?.number)
        #expect(abs(celsius + 273.15 - kelvin) < 0.02)
        #expect(abs(celsius * 1.8 + 32 - fahrenheit) < 0.02)
        #expect(metric["dt"]?.integer == 1_767_268_800)
        #expect(standard["wind"] == metric["wind"])
        #expect(standard["weather"] == metric["weather"])
        // A language that is not known means English.
        #expect(try fixed.get(question + "&lang=zz").json?["weather"] == metric["weather"])
    }

    @Test(arguments: [(1_782_043_200, 78.22), (1_797_854_400, 78.22), (1_782_043_200, -80.0)])
    func `polar day and polar night have no sunrise`(time: Int, latitude: Double) throws {
        let file = try TemporaryFile(String(time))
        let fixed = try SimulatorProcess(timeFile: file.path)
        let body = try #require(
            try fixed.get("/data/2.5/weather?lat=\(latitude)&lon=15.6&units=metric&appid=key").json)
        #expect(body["sys"]?["sunrise"] == .integer(0))
        #expect(body["sys"]?["sunset"] == .integer(0))
        let icon = try #require(body["weather"]?[0]?["icon"]?.string)
        #expect(icon.hasSuffix(time == 1_782_043_200 && latitude > 0 ? "d" : "n"))
    }

    @Test func `the sun rises before noon and sets after it`() throws {
        // 21 March 2026, noon UTC, Greenwich: within minutes of 06:00 and 18:00.
        let file = try TemporaryFile("1774094400")
        let fixed = try SimulatorProcess(timeFile: file.path)
        let body = try #require(
            try fixed.get("/data/2.5/weather?lat=51.48&lon=0&units=metric&appid=key").json)
        let rise = try #require(body["sys"]?["sunrise"]?.integer)
        let set = try #require(body["sys"]?["sunset"]?.integer)
        #expect(abs(rise - (1_774_094_400 - 21_600)) < 900)
        #expect(abs(set - (1_774_094_400 + 21_600)) < 900)
    }

    @Test func `optional members are missing now and then`() throws {
        var (withoutDirection, withoutVisibility, withRain, withSnow) = (0, 0, 0, 0)
        let connection = try simulator.connect()
        for latitude in stride(from: -60, through: 60, by: 2) {
            for longitude in [-120, -30, 10, 140] {
                let body = try #require(
                    try connection.get(
                        "/data/2.5/forecast?lat=\(latitude)&lon=\(longitude)&cnt=5&units=metric&appid=key"
                    ).json)
                for step in body["list"]?.array ?? [] {
                    if step["wind"]?["deg"] == nil { withoutDirection += 1 }
                    if step["visibility"] == nil { withoutVisibility += 1 }
                    if step["rain"]?["3h"]?.number != nil { withRain += 1 }
                    if step["snow"]?["3h"]?.number != nil { withSnow += 1 }
                }
            }
        }
        #expect(withoutDirection > 20)
        #expect(withoutVisibility > 20)
        #expect(withRain > 20)
        #expect(withSnow > 5)
    }

    @Test func `a forecast has forty steps of three hours and the size of a real one`() throws {
        let reply = try simulator.get("/data/2.5/forecast?lat=51.5&lon=-0.13&appid=key")
        let body = try #require(reply.json)
        #expect(body["cod"] == .string("200"))
        #expect(body["message"] == .integer(0))
        #expect(body["cnt"] == .integer(40))
        let list = try #require(body["list"]?.array)
        #expect(list.count == 40)
        let times = list.compactMap { $0["dt"]?.integer }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 10_800 })
        #expect(times.allSatisfy { $0 % 10_800 == 0 })
        #expect(list.allSatisfy { (0...1).contains($0["pop"]?.number ?? -1) })
        #expect(list[0]["dt_txt"]?.string?.count == 19)
        #expect(body["city"]?["name"]?.string == "London")
        #expect((14_000...18_000).contains(reply.body.count))
    }

    @Test(arguments: [("1", 1), ("8", 8), ("0", 40), ("-1", 40), ("41", 40)])
    func `cnt shortens a forecast when it is in range`(count: String, expected: Int) throws {
        let body = try simulator.get("/data/2.5/forecast?lat=51.5&lon=-0.13&cnt=\(count)&appid=key").json
        #expect(body?["list"]?.array?.count == expected)
    }

    @Test func `air quality is a list of one without cod`() throws {
        let body = try #require(try simulator.get("/data/2.5/air_pollution?lat=1&lon=2&appid=key").json)
        #expect(body["cod"] == nil)
        #expect(body["list"]?.array?.count == 1)
        #expect((1...5).contains(body["list"]?[0]?["main"]?["aqi"]?.integer ?? 0))
        for name in ["co", "no", "no2", "o3", "so2", "pm2_5", "pm10", "nh3"] {
            #expect(body["list"]?[0]?["components"]?[name]?.number ?? -1 >= 0)
        }
    }

    @Test(arguments: [
        ("London&limit=5", 5), ("london&limit=9", 5), ("London", 1), ("London,GB&limit=5", 1),
        ("LONDON,ky,us&limit=5", 1), ("London,FR&limit=5", 0), ("Portland&limit=5", 2),
        ("Springfield&limit=5", 3), ("Oslo&limit=5", 1), ("S%C3%A3o%20Paulo,BR&limit=5", 1),
        ("sao+paulo&limit=5", 1), ("Place123&limit=5", 1), ("Nowhereland&limit=5", 0),
        ("%3Cscript%3E&limit=5", 0),
    ])
    func `geocoding finds what it should`(query: String, count: Int) throws {
        let reply = try simulator.get("/geo/1.0/direct?q=\(query)&appid=key")
        #expect(reply.status == 200)
        #expect(reply.json?.array?.count == count)
    }

    @Test func `an invented place is always at the same place`() throws {
        let first = try #require(try simulator.get("/geo/1.0/direct?q=Place7&appid=key").json)
        let second = try simulator.get("/geo/1.0/direct?q=place7,SE&appid=key").json
        #expect(first[0]?["lat"]?.number == second?[0]?["lat"]?.number)
        #expect(first[0]?["lon"]?.number == second?[0]?["lon"]?.number)
        #expect(second?[0]?["country"]?.string == "SE")
        let other = try simulator.get("/geo/1.0/direct?q=Place8&appid=key").json
        #expect(first[0]?["lat"]?.number != other?[0]?["lat"]?.number)
    }

    @Test func `a postal code is an object`() throws {
        let body = try #require(try simulator.get("/geo/1.0/zip?zip=10001,US&appid=key").json)
        #expect(body["zip"]?.string == "10001")
        #expect(body["name"]?.string == "New York")
        #expect(body["lat"]?.number == 40.7484)
        #expect(body["country"]?.string == "US")
    }

    @Test func `two hundred requests share one connection`() throws {
        let connection = try simulator.connect()
        for index in 0..<200 {
            let reply = try connection.get("/data/2.5/weather?lat=10&lon=\(index % 90)&appid=key")
            #expect(reply.status == 200)
        }
        let log = try simulator.log()
        #expect(log.count == 200)
        #expect(Set(log.map { $0.connection }).count == 1)
    }
}
