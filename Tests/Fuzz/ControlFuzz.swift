import Control
import Core
import Testing

@Suite struct ControlFuzz {
    private static let calls = [
        #"{"method":"org.windsock.Agent.GetStatus"}"#,
        #"{"method":"org.windsock.Agent.AddPlace","parameters":{"name":"Oslo","latitude":59.9,"longitude":10.7,"query":null,"zip":null,"pick":1,"first":false},"more":false}"#,
        #"{"method":"org.windsock.Agent.AddPlaces","parameters":{"places":[{"name":"a"},{"name":"b","zip":"10001,US"}]},"oneway":true}"#,
        #"{"method":"org.windsock.Agent.ListPlaces","parameters":{"after":7,"limit":10}}"#,
        #"{"method":"org.windsock.Agent.UpdatePlace","parameters":{"name":"a","new_name":"b","paused":true}}"#,
        #"{"method":"org.windsock.Agent.Sync","parameters":{"places":["a","b"]},"more":true}"#,
        #"{"method":"org.windsock.Agent.Force","parameters":{"state":"offline"}}"#,
        #"{"method":"org.windsock.Agent.PickPlace","parameters":{"name":"a","number":2},"upgrade":false}"#,
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.windsock.Agent"}}"#,
        #"{"error":"org.windsock.Agent.NoSuchPlace","parameters":{"name":"x","nearest":null,"places":0}}"#,
        #"{"parameters":{"a":1},"continues":true}"#, #"{"error":"org.varlink.service.InvalidParameter"}"#,
    ].samples
    private static let words =
        AgentMethod.allCases.map { Array($0.rawValue.utf8) } + Bodies.words
        + [
            "\"method\":", "\"parameters\":", "org.", ".", "\"name\":", "\"more\":true", "\"oneway\":1",
            "null",
        ].samples

    @Test func `frames are the same however the bytes come, and what waits is bounded`() {
        fuzz("frames", 7500, slowdown: 4) { draw in
            let limit = draw.one(of: [0, 1, 8, 64, 65_536])
            var bytes: [UInt8] = []
            for _ in 0..<draw.below(6) {
                bytes +=
                    draw.oneIn(3)
                    ? [UInt8](repeating: 0x78, count: draw.below(limit + 4)) : draw.one(of: ControlFuzz.calls)
                if !draw.oneIn(8) { bytes.append(0) }
                if draw.oneIn(8) { bytes.append(0) }
            }
            draw.note(bytes)
            // What the buffer should find, told from all the bytes at once.
            var expected: [MessageBuffer.Next] = []
            var rest = bytes[...]
            while let end = rest.firstIndex(of: 0), end - rest.startIndex <= limit {
                expected.append(.message(Array(rest[..<end])))
                rest = rest[(end + 1)...]
            }
            expected.append(
                (rest.firstIndex(of: 0) ?? rest.endIndex) - rest.startIndex > limit ? .tooLarge : .incomplete)

            var buffer = MessageBuffer()
            var found: [MessageBuffer.Next] = []
            var last = MessageBuffer.Next.incomplete
            rest = bytes[...]
            let piece = draw.one(of: [1, 3, 100, 70_000])
            repeat {
                let chunk = rest.prefix(draw.number(1...piece))
                rest = rest.dropFirst(chunk.count)
                buffer.append(chunk)
                last = buffer.next(limit: limit)
                while case .message = last {
                    found.append(last)
                    last = buffer.next(limit: limit)
                }
                try claim(last == .tooLarge || buffer.count <= limit, "\(buffer.count) bytes wait")
                try claim(buffer.count <= limit + piece, "\(buffer.count) bytes wait")
            } while !rest.isEmpty && last != .tooLarge
            try claim(found + [last], is: expected, "frames")
        }
    }

    @Test func `whatever is called, it is a call or a fault that can be written`() {
        fuzz("calls", 12_500) { draw in
            let message = draw.damaged(ControlFuzz.calls, words: ControlFuzz.words)
            do throws(ProtocolFault) {
                let call = try ControlCall(parsing: message)
                guard call.interface == "org.windsock.Agent", let method = AgentMethod(rawValue: call.member)
                else { return }
                do throws(ShapeError) { _ = try AgentCall(method, call.parameters) } catch {
                    throw .invalidParameter(error.member)
                }
            } catch {
                var json = JSONWriter()
                json.object(error.writeParameters)
                _ = try JSONValue(parsing: json.bytes)
                try claim(json.text.isHarmless() && error.message.isHarmless(), json.text)
            }
        }
    }

    @Test func `whatever is answered, it is a reply or an error that can be shown`() {
        fuzz("replies", 12_500) { draw in
            let message = draw.damaged(ControlFuzz.calls, words: ControlFuzz.words)
            do throws(ControlClientError) {
                _ = try ControlReply(parsing: message)
            } catch {
                try claim((error.message + (error.hint ?? "")).isHarmless(), error.message.debugDescription)
            }
        }
    }

    // MARK: values

    private static let place =
        #"{"id":7,"name":"Oslo","latitude":59.9133,"longitude":10.739,"resolved_name":"Oslo","country":"NO","state":"Oslo","query":"zip:0150,NO","status":"active","candidates":[{"name":"London","latitude":51.5,"longitude":-0.1,"country":"GB","state":null}],"current":{"observed_at_epoch":1796048100,"checked_at_epoch":1796048400,"age_s":300,"stale":false,"temperature_c":-3.02,"condition":"Snow","condition_id":600,"description":"light snow","icon":"13d","feels_like_c":-7.4,"humidity_pct":81,"sunrise_at_epoch":1796024400},"waiting_for":"timer","next_attempt_at_epoch":1796048500,"attempt":2,"last_failure":{"at_epoch":1796048000,"kind":"air","label":"unavailable","code":-1001,"http_status":503,"message":"server error 503"}}"#
    private static let status =
        #"{"version":"0.1.0","daemon":{"state":"running","pid":812,"started_at_epoch":1796000000,"storage":"full","clock_offset_s":-0.25},"reachability":{"state":"offline","reason":"no_path","since_epoch":1796000000,"generation":3,"target":"openweathermap.org:443","last_probe":{"at_epoch":1796000000,"dns_ms":1.5,"connect_ms":23,"tls_ms":null,"failed_phase":"tls","code":-1200}},"key":{"state":"refused","source":"set","shadowed":["file"],"next_check_at_epoch":1796048400},"budget":{"minute_used":31,"minute_limit":50,"month_used":4210,"month_limit":1000000,"stretched_to_s":840,"blocked_until_epoch":1796048400},"counts":{"places":1,"fresh":0,"stale":1,"waiting":{"online":1,"timer":0,"key":0,"quota":0,"breaker":0,"storage":0}},"places":[\#(place)]}"#
    private static let events = [
        #"{"at_epoch":1796048400,"attempt":{"at_epoch":1796048400,"place_id":7,"place":"Oslo","kind":"current","attempt":2,"outcome":"timed_out","code":-1001,"http_status":504,"curl_code":28,"os_errno":110,"phase":"response","duration_ms":20000.5,"bytes":512,"decision":"wait_timer","retry_at_epoch":1796048403}}"#,
        #"{"at_epoch":1796048400,"gate":{"kind":"breaker","closed":true,"until_epoch":1796048400,"since_epoch":1796048000}}"#,
        #"{"at_epoch":1796048400,"place":{"change":"updated","place":\#(place)}}"#,
        #"{"total":12,"stored":4,"unchanged":5,"failed":1,"waiting_for":"quota","waiting_until_epoch":1,"failed_place":"Oslo","failure":null,"finished":true}"#,
        #"{"layer":"dns","verdict":"fail","text":"no answer","duration_ms":2500,"hint":"resolvectl status"}"#,
        #"{"name":"a","latitude":1,"longitude":2,"query":"b","zip":"c","pick":3,"first":true}"#,
    ]

    @Test func `a value of the interface that is read is written and read again the same`() {
        let samples = ([place, status] + Self.events).samples
        fuzz("values", 4000, slowdown: 4) { draw in
            let text = draw.damaged(samples, words: ControlFuzz.words)
            guard let value = try? JSONValue(parsing: text) else { return }
            try reread(PlaceReport.self, value)
            try reread(StatusReport.self, value)
            try reread(MonitorEvent.self, value)
            try reread(SyncProgress.self, value)
            try reread(DiagnosisLine.self, value)
            try reread(AddPlaceRequest.self, value)
        }
    }

    private var place: String { ControlFuzz.place }
    private var status: String { ControlFuzz.status }

    private func reread<Value: ControlValue>(_ type: Value.Type, _ json: JSONValue) throws {
        let value: Value
        do throws(ShapeError) { value = try Value(json) } catch { return }
        let text = value.json
        try claim(String(decoding: text, as: UTF8.self).isHarmless(), "a text that is not plain")
        do {
            try claim(try Value(JSONValue(parsing: text)), is: value, String(decoding: text, as: UTF8.self))
        } catch let error as ShapeError {
            throw Falsified(description: "\(error): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
