import Control
import Core
import Testing

@Suite struct ValueTests {
    /// Writes a value and reads it back.
    private func reread<Value: ControlValue>(_ value: Value) throws -> Value {
        try Value(JSONValue(parsing: value.json))
    }

    @Test func `every value reads back what it wrote`() throws {
        #expect(try reread(Samples.status) == Samples.status)
        #expect(try reread(Samples.place) == Samples.place)
        #expect(try reread(Samples.ambiguous) == Samples.ambiguous)
        #expect(try reread(Samples.progress) == Samples.progress)
        for line in Samples.diagnosis { #expect(try reread(line) == line) }
        for event in Samples.events { #expect(try reread(event) == event) }
        for update in [MonitorUpdate.snapshot(Samples.status), .event(Samples.events[0])] {
            #expect(try reread(update) == update)
        }
        let page = PlacePage(places: [Samples.place, Samples.ambiguous], next: PlaceID(8))
        #expect(try reread(page) == page)
        let request = AddPlaceRequest(
            name: "Oslo", latitude: 59.9, longitude: 10.7, query: "Oslo,NO", zip: "0150,NO", pick: 2,
            first: true, isPaused: true)
        #expect(try reread(request) == request)
    }

    @Test func `values with nothing known read back what they wrote`() throws {
        let status = StatusReport(
            version: "0.1.0",
            daemon: DaemonReport(
                state: .stopped, processIdentifier: nil, startedAt: nil, storage: .ok, clockOffset: nil),
            reachability: ReachabilityReport(
                state: .unknown, reason: .none, since: nil, generation: 0, target: "localhost:1",
                lastProbe: nil),
            key: KeyReport(state: .missing, source: nil),
            budget: BudgetReport(minuteUsed: 0, minuteLimit: 50, monthUsed: 0, monthLimit: 1000),
            counts: CountsReport(places: 0, fresh: 0, stale: 0))
        #expect(try reread(status) == status)
        let current = CurrentReport(
            observation: Observation(observedAt: Samples.time, temperature: 0.5), checkedAt: Samples.time,
            age: .zero, isStale: false)
        #expect(try reread(current) == current)
    }

    @Test func `the status object has the members of the contract in its order`() {
        let expected =
            #"{"schema":1,"version":"0.1.0","daemon":{"state":"running","pid":812,"#
            + #""started_at":"2023-11-14T22:13:20Z","started_at_epoch":1700000000,"storage":"full","#
            + #""clock_offset_s":-0.25},"reachability":{"state":"offline","reason":"no_path","#
            + #""since":"2023-11-14T22:13:20Z","since_epoch":1700000000,"generation":3,"#
            + #""target":"openweathermap.org:443","last_probe":{"at":"2023-11-14T22:13:20Z","#
            + #""at_epoch":1700000000,"dns_ms":1.5,"connect_ms":23,"tls_ms":null,"failed_phase":"tls","#
            + #""code":-1200}},"key":{"state":"refused","source":"set","shadowed":["file","environment"],"#
            + #""next_check_at":"2023-11-14T22:13:20Z","next_check_at_epoch":1700000000},"#
            + #""budget":{"minute_used":31,"minute_limit":50,"month_used":4210,"month_limit":1000000,"#
            + #""interval_s":600,"stretched_to_s":840,"blocked_until":"2023-11-14T22:13:20Z","blocked_until_epoch":1700000000},"#
            + #""counts":{"places":4,"fresh":3,"stale":1,"stale_after_s":5400,"waiting":{"online":1,"timer":2,"key":3,"quota":4,"#
            + #""breaker":5,"storage":6}},"places":[]}"#
        #expect(String(decoding: Samples.status.json, as: UTF8.self) == expected)
    }

    @Test func `a member that is not known is passed over`() throws {
        let text = #"{"layer":"dns","verdict":"ok","text":"","duration_ms":null,"since_version_9":[1]}"#
        let line = try DiagnosisLine(JSONValue(parsing: text))
        #expect(line == DiagnosisLine(layer: "dns", verdict: .ok, text: ""))
    }

    @Test(arguments: [
        (#"[]"#, "", "an object"),
        (#"{"layer":1,"verdict":"ok","text":""}"#, "layer", "a string"),
        (#"{"layer":"dns","verdict":"ok"}"#, "text", "a string"),
        (#"{"layer":"dns","verdict":"fine","text":""}"#, "verdict", "one of ok, fail, skipped"),
        (
            #"{"layer":"dns","verdict":"ok","text":"","duration_ms":1e300}"#, "duration_ms",
            "a number of milliseconds"
        ),
    ])
    func `a member of the wrong type is a fault with its name`(
        _ text: String, _ member: String, _ expected: String
    ) throws {
        let value = try JSONValue(parsing: text)
        #expect(throws: ShapeError(member: member, expected: expected)) { try DiagnosisLine(value) }
    }

    @Test func `a fault deep inside names its whole path`() throws {
        var text = String(decoding: Samples.status.json, as: UTF8.self)
        text.replace(#""online":1"#, with: #""online":"one""#)
        let value = try JSONValue(parsing: text)
        #expect(throws: ShapeError(member: "counts.waiting.online", expected: "a whole number")) {
            try StatusReport(value)
        }
        let page = try JSONValue(parsing: #"{"places":[{"id":1.5}],"next":null}"#)
        #expect(throws: ShapeError(member: "places[0].id", expected: "a whole number")) {
            try PlacePage(page)
        }
    }

    @Test func `half a position and one off the globe are faults`() throws {
        let half = try JSONValue(parsing: #"{"name":"x","longitude":1}"#)
        #expect(throws: ShapeError(member: "latitude", expected: "a number")) { try PlaceCandidate(half) }
        let off = try JSONValue(parsing: #"{"name":"x","latitude":91,"longitude":1}"#)
        #expect(throws: ShapeError(member: "latitude", expected: "within -90 to 90")) {
            try PlaceCandidate(off)
        }
    }

    @Test func `every refusal says what, has an exit code and a label of its own`() {
        for error in Samples.errors {
            #expect(!error.message.isEmpty)
            #expect(error.exitCode != .done)
        }
        #expect(Set(Samples.errors.map(\.label)).count == Samples.errors.count - 1)
        #expect(
            ControlError.noSuchPlace(name: "Atlantis", nearest: "Atlanta", places: 4).hint
                == #"windsock list shows 4 places; the nearest name is "Atlanta""#)
    }

    @Test func `a refusal that carries control characters is safe to print`() {
        let error = ControlError.invalidArgument(
            what: "name \u{1B}[2J", why: "is \u{202E}odd", hint: "a\u{07}b")
        #expect(error.message == "name [2J is odd")
        #expect(error.hint == "ab")
    }
}
