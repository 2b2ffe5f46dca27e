import Core
import Glibc
import TestSupport
import Testing

/// Each fault does on the wire what it says.
@Suite struct FaultTests {
    static let question = "/data/2.5/weather?lat=10&lon=20&units=metric&appid=key"
    let simulator: SimulatorProcess

    init() throws {
        simulator = try SimulatorProcess(keys: ["key"])
    }

    private func add(_ fault: String, times: String = "1") throws {
        try simulator.addFault(#"{"path":"*","times":\#(times),"fault":\#(fault)}"#)
    }

    /// Reads the log until it has an entry with the fault: then the request is being dealt with.
    private func waitForFault(_ kind: String) throws {
        while try !simulator.log().contains(where: { $0.fault == kind }) { sched_yield() }
    }

    @Test(arguments: [400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504])
    func `a status comes with its own body`(status: Int) throws {
        try add(#"{"kind":"status","status":\#(status),"retry_after":"120"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.status == status)
        #expect(reply.headers["retry-after"] == "120")
        #expect(!reply.body.isEmpty)
        let isJSON = [400, 401, 404, 429, 500].contains(status)
        #expect((reply.json != nil) == isJSON)
        #expect(reply.headers["content-type"] == (isJSON ? "application/json; charset=utf-8" : "text/html"))
        if status == 429 { #expect(reply.json?["cod"] == .integer(429)) }
        if status == 500 { #expect(reply.json?["cod"] == .string("500")) }
    }

    @Test func `a status may bring any body and any Retry-After`() throws {
        try add(#"{"kind":"status","status":503,"retry_after":"soon","body":"later"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.text == "later")
        #expect(reply.headers["retry-after"] == "soon")
    }

    @Test func `a fault ends after its times and only strikes what it matches`() throws {
        try simulator.addFault(
            #"""
            {"path":"/data/2.5/weather","match":"lat=59.91","times":2,"fault":{"kind":"status","status":500}}
            """#)
        let struck = "/data/2.5/weather?lat=59.91&lon=1&appid=key"
        #expect(try simulator.get("/data/2.5/forecast?lat=59.91&lon=1&appid=key").status == 200)
        #expect(try simulator.get(Self.question).status == 200)
        #expect(try simulator.get(struck).status == 500)
        #expect(try simulator.get(struck).status == 500)
        #expect(try simulator.get(struck).status == 200)
    }

    @Test func `a fault without times lasts until it is cleared`() throws {
        try add(#"{"kind":"empty_array"}"#, times: "null")
        for _ in 0..<5 { #expect(try simulator.get(Self.question).text == "[]") }
        try simulator.clearFaults()
        #expect(try simulator.get(Self.question).json?["cod"] == .integer(200))
    }

    @Test func `a delayed answer is good and not early`() throws {
        try add(#"{"kind":"delay","milliseconds":80}"#)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try simulator.get(Self.question).status == 200)
        #expect(start.duration(to: clock.now) >= .milliseconds(79))
    }

    @Test func `a hanging request stops no other and is answered when faults are cleared`() throws {
        try add(#"{"kind":"hang"}"#)
        let hanging = try simulator.connect()
        try hanging.send("GET \(Self.question) HTTP/1.1\r\nHost: simulator\r\n\r\n")
        try waitForFault("hang")
        #expect(try simulator.get(Self.question).status == 200)
        #expect(try simulator.log().map { $0.status } == [nil, 200])
        try simulator.clearFaults()
        #expect(try hanging.reply().status == 200)
    }

    @Test func `a stop ends requests that hang`() throws {
        try add(#"{"kind":"hang"}"#)
        let hanging = try simulator.connect()
        try hanging.send("GET \(Self.question) HTTP/1.1\r\nHost: simulator\r\n\r\n")
        try waitForFault("hang")
        #expect(simulator.stop() == 0)
        #expect(throws: SimulatorProcess.Failure.reset) { try hanging.reply() }
    }

    @Test func `a reset is a reset`() throws {
        try add(#"{"kind":"reset"}"#)
        #expect(throws: SimulatorProcess.Failure.reset) { try simulator.get(Self.question) }
    }

    @Test func `a close comes without an answer`() throws {
        try add(#"{"kind":"close"}"#)
        #expect(throws: SimulatorProcess.Failure.closed(received: [])) { try simulator.get(Self.question) }
    }

    @Test func `a truncated answer promises more than it holds`() throws {
        try add(#"{"kind":"truncated"}"#)
        let failure = #expect(throws: SimulatorProcess.Failure.self) { try simulator.get(Self.question) }
        guard case .closed(let received) = failure else {
            Issue.record("not closed: \(String(describing: failure))")
            return
        }
        let text = String(decoding: received, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.contains(#"{"coord":"#))
        #expect(!text.contains(#""cod":200"#))
    }

    @Test func `garbage is labelled as JSON and is none`() throws {
        try add(#"{"kind":"garbage"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "application/json; charset=utf-8")
        #expect(reply.json == nil)
        #expect(String(validating: reply.body, as: UTF8.self) == nil)
    }

    @Test func `a sign-in page is HTML with status 200`() throws {
        try add(#"{"kind":"html"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "text/html")
        #expect(reply.text.contains("<html>"))
    }

    @Test func `a redirect names a location`() throws {
        try add(#"{"kind":"redirect"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.status == 302)
        #expect(reply.headers["location"]?.hasPrefix("https://") == true)
    }

    @Test(arguments: [true, false])
    func `a huge body has the size that was asked for`(chunked: Bool) throws {
        try add(#"{"kind":"huge","bytes":3000000,"chunked":\#(chunked)}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.body.count == 3_000_000)
        #expect((reply.headers["transfer-encoding"] == "chunked") == chunked)
        #expect((reply.headers["content-length"] == "3000000") == !chunked)
    }

    @Test func `a gzip bomb is small and inflates to 64 MiB`() throws {
        try add(#"{"kind":"gzip_bomb"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.headers["content-encoding"] == "gzip")
        #expect(reply.body.count < 70_000)
        #expect(reply.body.starts(with: [0x1F, 0x8B, 8]))
        // The trailer's size, little-endian; gzip itself compares it and the checksum with what comes out.
        #expect(reply.body.suffix(4).elementsEqual([0, 0, 0, 4]))
        let file = try TemporaryFile("")
        try file.write(reply.body)
        #expect(try ChildProcess.run("sh", ["-c", "gzip -t < \(file.path)"]).status == 0)
    }

    @Test func `an empty answer has status 200 and no bytes`() throws {
        try add(#"{"kind":"empty"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.status == 200)
        #expect(reply.body.isEmpty)
    }

    @Test func `numbers can be none`() throws {
        try add(#"{"kind":"not_json_numbers"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.text.contains(#""temp":1e999,"#))
        #expect(reply.text.contains(#""pressure":NaN,"#))
        #expect(reply.json == nil)
    }

    @Test(arguments: ["weather", "forecast", "air_pollution"])
    func `wrong coordinates are far from the question`(endpoint: String) throws {
        try add(#"{"kind":"wrong_coordinates"}"#)
        let body = try #require(try simulator.get("/data/2.5/\(endpoint)?lat=10&lon=20&appid=key").json)
        let latitude = try #require((body["coord"] ?? body["city"]?["coord"])?["lat"]?.number)
        #expect(abs(latitude - 10) > 5)
    }

    @Test func `old data is a month old`() throws {
        let now = try #require(try simulator.get(Self.question).json?["dt"]?.integer)
        try add(#"{"kind":"old_dt"}"#)
        let old = try #require(try simulator.get(Self.question).json?["dt"]?.integer)
        #expect(now - old > 29 * 86_400)
    }

    @Test func `any body can be ordered`() throws {
        try add(#"{"kind":"body","body":"{\"a\":1}","content_type":"text/plain"}"#)
        let reply = try simulator.get(Self.question)
        #expect(reply.text == #"{"a":1}"#)
        #expect(reply.headers["content-type"] == "text/plain")
    }

    @Test(arguments: [
        "", "[]", #"{"fault":{"kind":"hang"}}"#, #"{"path":"*"}"#, #"{"path":"*","fault":{"kind":"no"}}"#,
        #"{"path":"*","times":0,"fault":{"kind":"hang"}}"#, #"{"path":"*","fault":{"kind":"delay"}}"#,
        #"{"path":"*","fault":{"kind":"status","status":42}}"#,
        #"{"path":"*","fault":{"kind":"huge","bytes":-1}}"#,
    ])
    func `a fault that makes no sense is refused with words`(json: String) throws {
        let failure = #expect(throws: SimulatorProcess.Failure.self) { try simulator.addFault(json) }
        guard case .unexpected(let words) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(words.hasPrefix(#"{"error":"#))
        #expect(try simulator.get(Self.question).status == 200)
    }
}
