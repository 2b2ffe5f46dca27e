import Control
import Core
import DaemonSupport
import EventLoop
import Glibc
import Store
import TestSupport
import Testing

/// What a broken or malicious service can answer, and what the daemon makes of it: one failed attempt, nothing
/// else.
@Suite struct HostileServerTests {
    /// An answer, and the words for it in the journal.
    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The simulator's fault, as its control endpoint takes it.
        var fault: String
        var outcome: String
        var code: Int?
        var httpStatus: Int?
        /// How often: what breaks a connection that was in use before is tried once more at once.
        var times: Int

        init(
            _ name: String, _ fault: String, _ outcome: String, code: Int? = nil, http: Int? = nil,
            times: Int = 1
        ) {
            (testDescription, self.fault, self.outcome, self.code) = (name, fault, outcome, code)
            (httpStatus, self.times) = (http, times)
        }

        /// Whether the account waits for a key after it.
        var doubtsKey: Bool { outcome == "forbidden" || outcome == "key_refused" }

        /// A body with status 200.
        static func body(_ name: String, _ body: String, _ outcome: String = "undecodable") -> Answer {
            var json = JSONWriter()
            json.object { json in
                json.member("kind", "body")
                json.member("body", body)
                json.member("content_type", "application/json; charset=utf-8")
            }
            return Answer(name, json.text, outcome)
        }
    }

    static func status(_ status: Int, _ outcome: String) -> Answer {
        Answer("status \(status)", #"{"kind":"status","status":\#(status)}"#, outcome, http: status)
    }

    /// Where the question is from, so that a made-up body is about the right place.
    private static let here = #""coord":{"lat":59.91,"lon":10.75}"#

    static let answers = [
        status(400, "bad_request"), status(401, "key_refused"), status(404, "not_found"),
        status(403, "forbidden"), status(408, "request_timeout"),
        status(413, "request_too_large"), status(418, "unexpected_status"), status(500, "server_error"),
        status(502, "bad_gateway"), status(503, "unavailable"), status(504, "gateway_timeout"),
        Answer(
            "status 429", #"{"kind":"status","status":429,"retry_after":"1"}"#, "too_many_requests", http: 429
        ),
        Answer("silence", #"{"kind":"hang"}"#, "timed_out", code: -1001),
        Answer("a reset", #"{"kind":"reset"}"#, "connection_lost", code: -1005, times: 2),
        Answer("an end without a word", #"{"kind":"close"}"#, "connection_lost", code: -1005, times: 2),
        Answer("half a body", #"{"kind":"truncated"}"#, "connection_lost", code: -1005),
        Answer("garbage", #"{"kind":"garbage"}"#, "undecodable"),
        Answer("a web page", #"{"kind":"html"}"#, "html_answer"),
        Answer("a redirect", #"{"kind":"redirect"}"#, "redirected", http: 302),
        Answer("64 MB", #"{"kind":"huge","bytes":67108864}"#, "too_large", code: -1103),
        Answer(
            "64 MB in chunks", #"{"kind":"huge","bytes":67108864,"chunked":true}"#, "too_large", code: -1103),
        Answer("a gzip bomb", #"{"kind":"gzip_bomb"}"#, "too_large", code: -1103),
        Answer("nothing", #"{"kind":"empty"}"#, "empty_body"),
        Answer("an empty array", #"{"kind":"empty_array"}"#, "undecodable"),
        Answer("numbers that are none", #"{"kind":"not_json_numbers"}"#, "undecodable"),
        Answer("another place", #"{"kind":"wrong_coordinates"}"#, "implausible"),
        Answer("another time", #"{"kind":"old_dt"}"#, "implausible"),
        .body("a depth of 100,000", String(repeating: "[", count: 100_000)),
        .body("only the half", #"{"dt":1700000000,"main":{"temp":1"#),
        .body("text for a number", #"{\#(here),"dt":1700000000,"main":{"temp":"warm"}}"#),
        .body("no temperature", #"{\#(here),"dt":1700000000,"main":{}}"#),
        .body("no time", #"{\#(here),"main":{"temp":1}}"#),
        .body("an unpaired surrogate", #"{\#(here),"name":"\ud800","dt":1700000000,"main":{"temp":1}}"#),
    ]

    /// A daemon that has had one good answer for its one place, and a client of it.
    private static func fed(by service: String? = nil) async throws -> (Workbench, ControlClient) {
        let settings = """
            [sync]
            current_every = 1h
            forecast_every = off
            air_every = off
            retry_delays = 100ms, 100ms, 100ms, 100ms

            """
        let bench = try Workbench(settings: settings, service: service)
        try await bench.startDaemon()
        let client = try bench.control
        _ = try client.add(AddPlaceRequest(name: "Oslo", latitude: 59.91, longitude: 10.75))
        try await bench.until("the place has weather") { bench.freshCount == 1 }
        return (bench, client)
    }

    @Test(arguments: answers)
    func `a bad answer is one failed attempt, and the data and the next call are unharmed`(
        answer: Answer
    ) async throws {
        let (bench, client) = try await HostileServerTests.fed()
        let daemon = try #require(bench.daemon).identifier
        let idle = Memory(of: daemon)
        let before = try bench.stored("Oslo")
        try bench.simulator.addFault(
            #"{"path":"/data/2.5/weather","times":\#(answer.times),"fault":\#(answer.fault)}"#)
        let fresh = try bench.attempts().count
        try await bench.until("the bad answer has come") {
            // The hosts of others are asked for a place once a second at most.
            _ = try client.sync(["Oslo"])
            return try bench.attempts().contains { $0.outcome == answer.outcome }
        }
        let attempts = try bench.attempts()
        let failures = attempts.filter { !["stored", "unchanged"].contains($0.outcome) }
        #expect(failures.map(\.outcome) == [answer.outcome])
        #expect(failures.map(\.code) == [answer.code])
        #expect(failures.first?.httpStatus == answer.httpStatus ?? failures.first?.httpStatus)
        #expect(attempts.count >= fresh + 1)
        #expect(try bench.stored("Oslo") == before)
        // The key is set again where it was doubted; then the next call works over what connections there are.
        if answer.doubtsKey { _ = try client.setKey(Workbench.canary) }
        try await bench.until("the next call works") {
            _ = try client.sync(["Oslo"])
            return try bench.attempts().first.map { ["stored", "unchanged"].contains($0.outcome) } == true
        }
        #expect(try client.status().daemon.storage == .ok)
        let grown = Memory(of: daemon).peak - idle.peak
        #expect(grown < 16 * 1024, "\(grown) kB more")
        if answer.outcome == "too_large" {
            Figures.print("\(answer.testDescription): \(grown) kB more at the peak")
        }
        #expect(bench.logLines(Workbench.canary) == 0)
        #expect(bench.stopDaemon() == 0)
    }

    /// Bytes that no simulator would send, each behind the request line and before the end of the connection.
    private static let raw: [(name: String, outcome: String, bytes: [UInt8])] = [
        (
            "no UTF-8", "undecodable",
            header(22) + Array(#"{"name":""#.utf8) + [0xFF, 0xFE] + Array(#"","dt":1}  "#.utf8)
        ),
        ("a NUL", "undecodable", header(9) + Array("{\"a\":1}".utf8) + [0] + [0x20]),
        ("less than announced", "connection_lost", header(1000) + Array("{}".utf8)),
        (
            "no chunk", "connection_lost",
            Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n".utf8)
        ),
        (
            "no gzip", "connection_lost",
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n{  }".utf8)
        ),
        (
            "a header without end", "connection_lost",
            Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [UInt8](repeating: 0x78, count: 1_000_000)
        ),
        ("no HTTP", "connection_lost", Array("220 mail.example.org ESMTP\r\n".utf8)),
    ]

    private static func header(_ length: Int) -> [UInt8] {
        Array(
            """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Content-Length: \(length)\r
            Connection: close\r
            \r

            """.utf8)
    }

    @Test func `bytes that are no answer are one failed attempt each`() async throws {
        let next = Lock<[UInt8]?>(nil)
        let server = RawServer { connection in
            guard connection.readRequest().hasPrefix("GET /data/2.5/weather") else { return }
            let bad = next.withLock { next in
                defer { next = nil }
                return next
            }
            let good = Array("{\(HostileServerTests.here),\"dt\":\(time(nil)),\"main\":{\"temp\":11.5}}".utf8)
            connection.send(bad ?? HostileServerTests.header(good.count) + good)
        }
        let (bench, client) = try await HostileServerTests.fed(
            by: "api = http://127.0.0.1:\(server.port)\n")
        for (index, answer) in Self.raw.enumerated() {
            next.withLock { $0 = answer.bytes }
            try await bench.until("\(answer.name) has come, and a good answer after it") {
                _ = try client.sync(["Oslo"])
                let outcomes = try bench.attempts().map(\.outcome)
                return outcomes.count { !["stored", "unchanged"].contains($0) } > index
                    && ["stored", "unchanged"].contains(outcomes.first)
            }
            let failures = try bench.attempts().map(\.outcome).filter {
                !["stored", "unchanged"].contains($0)
            }
            #expect(failures == Self.raw[...index].map(\.outcome).reversed(), "\(answer.name)")
        }
        #expect(try bench.stored("Oslo").allSatisfy { $0.observation.temperature == 11.5 })
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `names with control characters are stored as they came and shown without`() async throws {
        let bench = try Workbench(settings: "[sync]\nforecast_every = off\nair_every = off\n")
        let body =
            #"[{"name":"Evil\u001b]0;owned\u0007\u202e","lat":59.91,"lon":10.75,"country":"N\u009bO"}]"#
        var json = JSONWriter()
        json.object { json in
            json.member("path", "/geo/1.0/direct")
            json.member(
                "fault",
                object: { json in
                    json.member("kind", "body")
                    json.member("body", body)
                    json.member("content_type", "application/json")
                })
        }
        try bench.simulator.addFault(json.text)
        try await bench.startDaemon()
        #expect(bench.windsock("add", "Oslo").status == 0)
        try await bench.until("it has weather") { bench.freshCount == 1 }
        for words in [["status"], ["list"], ["show", "Oslo"], ["search", "Oslo"], ["status", "Oslo"]] {
            let output = words.count == 1 ? bench.windsock(words[0]) : bench.windsock(words[0], words[1])
            let shown = output.standardOutput + output.standardError
            let bad = shown.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
                    || (0x202A...0x202E).contains($0.value)
            }
            #expect(bad.isEmpty, "\(words): \(shown.debugDescription)")
        }
        #expect(bench.stopDaemon() == 0)
    }
}

/// What a process takes, in kB (proc(5)).
struct Memory {
    /// VmHWM: the most it ever had.
    var peak = 0

    init(of process: pid_t) {
        for line in TextFile.read("/proc/\(process)/status").split(separator: "\n")
        where line.hasPrefix("VmHWM:") {
            peak = line.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }
}

extension Workbench {
    /// The observations of a place, as they are stored.
    func stored(_ name: String) throws -> [ObservationRow] {
        let reader = try StoreReader(path: database)
        guard let place = try reader.place(named: name) else { return [] }
        return try reader.observations(of: place.id)
    }
}
