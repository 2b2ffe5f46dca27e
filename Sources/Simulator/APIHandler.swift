import Core

/// Requests on the API port: the service, the faults, the log; below `/_simulator/` the control endpoints.
struct APIHandler: RequestHandler {
    let service: WeatherService
    let faults: FaultList
    let log: RequestLog
    let connections: ConnectionTable
    let clock: SimulatedClock
    let control: ControlHandler
    /// CLOCK_MONOTONIC when the simulator started.
    let startMilliseconds: Int64

    func react(to request: Request) -> Reaction {
        if request.path.hasPrefix(ControlHandler.prefix) { return control.react(to: request) }
        let arrival = SimulatedClock.monotonicMilliseconds() - startMilliseconds
        let hit = faults.take(for: request)
        let reaction = reaction(to: request, fault: hit?.fault)
        var status: Int?
        if case .answer(let answer) = reaction, hit?.fault != .hang { status = answer.status }
        log.append(
            RequestLog.Entry(
                milliseconds: arrival, connection: connections.serial(of: request.socket),
                path: request.path, query: request.query.redacted,
                keyIsValid: service.keys.accepts(request.key), status: status, fault: hit?.fault.kind))
        let limit: Int32
        switch hit?.fault {
        case .delay(let milliseconds): limit = milliseconds
        case .hang: limit = -1
        default: return reaction
        }
        let outcome = hit?.release.wait(watching: request.socket, milliseconds: limit)
        return outcome == .clientLeft ? .close : reaction
    }

    private func reaction(to request: Request, fault: Fault?) -> Reaction {
        let now = clock.now()
        switch fault {
        case nil, .delay, .hang: return .answer(service.answer(to: request, at: now))
        case .distorted(let distortion):
            return .answer(service.answer(to: request, at: now, distortion: distortion))
        case .reset: return .reset
        case .close: return .close
        case .status(let status, let retryAfter, let body):
            var answer = APIError.answer(status: status)
            if let body { answer.body = .bytes(Array(body.utf8)) }
            if let retryAfter { answer.headers.append(("Retry-After", retryAfter)) }
            return .answer(answer)
        case .truncated:
            var answer = service.answer(to: request, at: now)
            let bytes = answer.plainBytes
            answer.body = .truncated(Array(bytes.prefix(bytes.count / 2)), length: bytes.count)
            return .answer(answer)
        case .garbage: return .answer(Answer(garbage))
        case .html: return .answer(Answer(contentType: "text/html", signInPage))
        case .redirect(let location):
            var answer = Answer(status: 302, contentType: "text/html", "")
            answer.headers.append(("Location", location))
            return .answer(answer)
        case .huge(let bytes, let chunked):
            var answer = Answer("")
            answer.body = .blanks(bytes: bytes, chunked: chunked)
            return .answer(answer)
        case .gzipBomb:
            var answer = Answer(GzipBomb.bytes)
            answer.headers.append(("Content-Encoding", "gzip"))
            return .answer(answer)
        case .empty: return .answer(Answer(""))
        case .emptyArray: return .answer(Answer("[]"))
        case .body(let body, let contentType, let status):
            return .answer(Answer(status: status, contentType: contentType, body))
        }
    }

    /// Begins like an object, so that a parser gets going.
    private var garbage: [UInt8] {
        let noise = Noise(seed: 1)
        return Array(#"{"cod":"#.utf8) + [0xFF, 0xFE, 0x00]
            + (0..<1024).map { UInt8(noise.at($0) * 256) }
    }

    private var signInPage: String {
        """
        <!DOCTYPE html>
        <html><head><meta http-equiv="refresh" content="0; url=https://hotspot.example/login">
        <title>Welcome to our Wi-Fi</title></head>
        <body><h1>Please sign in</h1><form action="/login"><input name="room"></form></body></html>

        """
    }
}
