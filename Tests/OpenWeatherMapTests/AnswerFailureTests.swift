import Core
import OpenWeatherMap
import Testing

@Suite struct AnswerFailureTests {
    private func failure(
        _ status: Int, _ body: String, contentType: String? = nil, retryAfter: String? = nil,
        redactor: Redactor = Redactor([])
    ) throws -> FetchFailure {
        let london = try #require(Coordinates(latitude: 51.5085, longitude: -0.1257))
        let answer = Answer(
            status: status, contentType: contentType, date: Asked.date, retryAfter: retryAfter,
            body: Array(body.utf8))
        let weather = answer.weather(for: Question(.current, at: london), now: Asked.now, redactor: redactor)
        let candidates = answer.candidates(now: Asked.now, redactor: redactor)
        let first = try #require(throws: FetchFailure.self) { try weather.get() }
        let second = try #require(throws: FetchFailure.self) { try candidates.get() }
        #expect(first == second, "weather and geocoding name the failure alike")
        return first
    }

    private static let table: [(Int, FetchFailure)] = [
        (400, .badRequest(message: "why")), (401, .keyRefused(message: "why")),
        (403, .forbidden(message: "why")),
        (404, .notFound(message: "why")), (408, .requestTimeout), (413, .requestTooLarge),
        (429, .tooManyRequests(retryAfter: nil)), (500, .serverError), (502, .badGateway),
        (503, .unavailable),
        (504, .gatewayTimeout), (405, .unexpectedStatus(405)), (418, .unexpectedStatus(418)),
        (501, .unexpectedStatus(501)), (204, .unexpectedStatus(204)), (301, .redirected(status: 301)),
        (302, .redirected(status: 302)), (304, .redirected(status: 304)), (399, .redirected(status: 399)),
    ]

    @Test(arguments: table)
    func `every status is its own failure, whatever the body`(status: Int, expected: FetchFailure) throws {
        #expect(try failure(status, "{\"cod\":200,\"message\":\"why\"}") == expected)
        #expect(try failure(status, "<html>").label == expected.label)
        #expect(try failure(status, "").label == expected.label)
        #expect(try failure(status, Asked.body()).label == expected.label)
    }

    @Test(arguments: table)
    func `with status 200 a cod decides, as number or string, also under the name code`(
        status: Int, expected: FetchFailure
    ) throws {
        for cod in [
            "\"cod\":\(status)", "\"cod\":\"\(status)\"", "\"code\":\(status)", "\"code\":\"\(status)\"",
        ] {
            #expect(try failure(200, "{\(cod),\"message\":\"why\"}") == expected, "\(cod)")
        }
    }

    @Test func `a cod that is no status is undecodable, one that is no number is ignored`() throws {
        #expect(try failure(200, "{\"cod\":0}") == .undecodable("an unknown cod"))
        #expect(try failure(200, "{\"cod\":9223372036854775807}") == .undecodable("an unknown cod"))
        for cod in ["200", "\"200\"", "200.0", "null", "\"ok\"", "{}"] {
            #expect(throws: Never.self) { try Asked.current(["cod": cod]) }
        }
    }

    @Test(
        arguments: [("5", nil), ("null", nil), ("\"\"", nil), ("{}", nil), ("[\"x\"]", nil), ("\"x\"", "x")]
            as [(String, String?)])
    func `only a string is a message`(text: String, message: String?) throws {
        #expect(try failure(404, "{\"cod\":\"404\",\"message\":\(text)}") == .notFound(message: message))
    }

    @Test func `a message is capped, and our key is taken out of it`() throws {
        let long = String(repeating: "x", count: 5000)
        let capped = FetchFailure.badRequest(message: String(repeating: "x", count: 200))
        #expect(try failure(400, "{\"message\":\"\(long)\"}") == capped)
        let key = try APIKey("c0ffee+00")
        let said = try failure(
            401, #"{"message":"bad key c0ffee+00 (c0ffee%2B00)"}"#, redactor: Redactor([key]))
        #expect(said == .keyRefused(message: "bad key … (…)"))
    }

    @Test(
        arguments: [
            ("120", .seconds(120)), ("Mon, 30 Nov 2026 18:05:00 GMT", .seconds(120)), ("later", nil),
            (nil, nil),
            ("86400", .hours(6)),
        ] as [(String?, Duration?)])
    func `429 carries the wait that the server asks for`(field: String?, wait: Duration?) throws {
        #expect(try failure(429, "{}", retryAfter: field) == .tooManyRequests(retryAfter: wait))
        #expect(try failure(200, "{\"cod\":429}", retryAfter: field) == .tooManyRequests(retryAfter: wait))
    }

    @Test(arguments: [
        "<html></html>", " \n\t<!DOCTYPE html>", "\u{FEFF}<html>", "<?xml version=\"1.0\"?><current/>", "<",
    ])
    func `a body that begins with a tag is a web page`(body: String) throws {
        #expect(try failure(200, body) == .htmlAnswer)
        #expect(try failure(200, body, contentType: "application/json") == .htmlAnswer)
    }

    @Test(arguments: [
        "text/html", "TEXT/HTML; charset=utf-8", "text/html;charset=utf-8", "application/xhtml+xml",
    ])
    func `so is one that says it is`(type: String) throws {
        #expect(try failure(200, "Please log in", contentType: type) == .htmlAnswer)
        #expect(try failure(200, Asked.body(), contentType: type) == .htmlAnswer)
    }

    @Test(arguments: ["", " ", "\r\n\t ", "\u{FEFF}"])
    func `nothing but white space is an empty body`(body: String) throws {
        #expect(try failure(200, body) == .emptyBody)
        #expect(try failure(200, body, contentType: "text/html") == .emptyBody)
    }

    @Test(
        arguments: [
            ("{", "it ends too early at byte 1"), ("nope", "an unexpected character at byte 1"),
            ("{\"dt\":NaN}", "an unexpected character at byte 6"),
            ("{\"dt\":1e999}", "a number too large to represent at byte 6"),
            ("\u{FEFF}{}", "an unexpected character at byte 0"),
            ("{} {}", "something follows the value at byte 3"),
            (String(repeating: "[", count: 100), "nested too deeply at byte 32"),
        ])
    func `what is not JSON is undecodable, with the reason`(body: String, reason: String) throws {
        #expect(try failure(200, body) == .undecodable(reason))
    }

    @Test func `the server's date is read from its header field`() {
        let dated = Answer(status: 200, date: Asked.date, body: [])
        #expect(dated.serverDate(now: UnixTime(seconds: 0)) == Asked.now)
        #expect(Answer(status: 200, date: "now", body: []).serverDate(now: Asked.now) == nil)
        #expect(Answer(status: 200, body: []).serverDate(now: Asked.now) == nil)
    }
}
