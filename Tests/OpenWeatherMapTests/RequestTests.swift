import Core
import OpenWeatherMap
import Testing

@Suite struct RequestTests {
    private let endpoint: Endpoint
    private let key: APIKey

    init() throws {
        endpoint = try Endpoint("https://api.openweathermap.org")
        key = try APIKey("k+/y")
    }

    private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    @Test(
        arguments: [
            (.current, "/data/2.5/weather", "lat=51.5085&lon=-0.1257&units=metric&lang=zh_cn"),
            (.forecast, "/data/2.5/forecast", "lat=51.5085&lon=-0.1257&units=metric&lang=zh_cn"),
            (.air, "/data/2.5/air_pollution", "lat=51.5085&lon=-0.1257"),
        ] as [(WeatherKind, String, String)])
    func `weather is asked by position, in metric units`(kind: WeatherKind, path: String, query: String)
        throws
    {
        let request = Request.weather(kind, at: try position(51.50853, -0.12574), language: "zh_cn")
        #expect(request.path == path)
        #expect(request.query == query)
        #expect(
            request.url(at: endpoint, key: key)
                == "https://api.openweathermap.org" + path + "?" + query + "&appid=k%2B%2Fy")
    }

    @Test(
        arguments: [
            (.name("London"), "/geo/1.0/direct", "q=London&limit=5"),
            (.name("São Paulo,BR"), "/geo/1.0/direct", "q=S%C3%A3o%20Paulo%2CBR&limit=5"),
            (.name("東京"), "/geo/1.0/direct", "q=%E6%9D%B1%E4%BA%AC&limit=5"),
            (.name("a&appid=x#?%00\n"), "/geo/1.0/direct", "q=a%26appid%3Dx%23%3F%2500%0A&limit=5"),
            (.name("A-Z.a_z~0"), "/geo/1.0/direct", "q=A-Z.a_z~0&limit=5"),
            (.zip("10001,US"), "/geo/1.0/zip", "zip=10001%2CUS"),
            (.zip("SW1A 1AA,GB"), "/geo/1.0/zip", "zip=SW1A%201AA%2CGB"),
        ] as [(PlaceQuery, String, String)])
    func `places are asked by name or postal code, percent-encoded`(
        query: PlaceQuery, path: String, sent: String
    ) {
        let request = Request.geocode(query)
        #expect(request.path == path)
        #expect(request.query == sent)
    }

    @Test(
        arguments: [
            (0, "0.0000"), (-0.0, "0.0000"), (-0.00004, "0.0000"), (0.00004, "0.0000"), (0.00005, "0.0001"),
            (-0.00005, "-0.0001"), (90, "90.0000"), (-90, "-90.0000"), (.leastNonzeroMagnitude, "0.0000"),
            (1e-7, "0.0000"),
            (89.99996, "90.0000"), (-33.9, "-33.9000"), (7.1, "7.1000"), (-0.5, "-0.5000"),
        ])
    func `degrees have exactly four decimals`(degrees: Double, text: String) throws {
        let request = Request.weather(.air, at: try position(degrees, 180), language: "en")
        #expect(request.query == "lat=\(text)&lon=180.0000")
    }

    @Test func `random degrees are their four decimals`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<5000 {
            let longitude = Double.random(in: -180...180, using: &random)
            let query = Request.weather(.air, at: try position(0, longitude), language: "en").query
            let text = query.dropFirst("lat=0.0000&lon=".count)
            #expect(text.split(separator: ".").last?.count == 4)
            #expect(abs(try #require(Double(text)) - longitude) <= 0.00005000001)
        }
    }

    @Test func `a path prefix comes first, and the request itself holds no key`() throws {
        let request = Request.weather(.current, at: try position(1, 2), language: "en")
        let proxy = try Endpoint("http://127.0.0.1:8080/owm/")
        #expect(
            request.url(at: proxy, key: key)
                == "http://127.0.0.1:8080/owm/data/2.5/weather?lat=1.0000&lon=2.0000&units=metric&lang=en&appid=k%2B%2Fy"
        )
        #expect(!"\(request)".contains("appid"))
        #expect(Redactor([key]).redact(request.url(at: proxy, key: key)).hasSuffix("&appid=…"))
    }
}
