import Core

/// The endpoints below `/_simulator/`, which tests and demonstrations steer the simulator with.
struct ControlHandler: RequestHandler {
    static let prefix = "/_simulator/"

    let faults: FaultList
    let keys: KeyRing
    let log: RequestLog
    /// nil on the API port, which cannot close itself under the request.
    let network: APINetwork?

    func react(to request: Request) -> Reaction {
        do throws(ControlError) {
            return .answer(try answer(to: request))
        } catch {
            return .answer(message("error", error.message, status: 400))
        }
    }

    private func answer(to request: Request) throws(ControlError) -> Answer {
        switch (request.method, request.path.dropFirst(ControlHandler.prefix.count)) {
        case ("POST", "faults"):
            let count = faults.add(try FaultRule(try json(request)))
            return Answer(#"{"faults":\#(count)}"#)
        case ("DELETE", "faults"):
            do throws(SimulatorError) {
                try faults.clear()
            } catch {
                throw ControlError(error.message)
            }
            return Answer("{}")
        case ("POST", "keys"):
            guard let values = try json(request)["keys"]?.array else {
                throw ControlError("keys must be an array")
            }
            let texts = values.compactMap { $0.string }
            guard texts.count == values.count else { throw ControlError("keys must be strings") }
            keys.replace(with: texts)
            return Answer("{}")
        case ("POST", "network"):
            guard let isUp = try json(request)["up"]?.bool else {
                throw ControlError("up must be true or false")
            }
            guard let network else { throw ControlError("the network is switched on the control port") }
            do throws(SimulatorError) {
                try network.set(isUp: isUp)
            } catch {
                throw ControlError(error.message)
            }
            return Answer(#"{"up":\#(isUp)}"#)
        case ("GET", "log"): return Answer(log.json())
        case ("DELETE", "log"):
            log.clear()
            return Answer("{}")
        case (_, "faults"), (_, "keys"), (_, "network"), (_, "log"):
            return message("error", "\(request.method) means nothing here", status: 405)
        default: return message("error", "there is no \(request.path)", status: 404)
        }
    }

    private func json(_ request: Request) throws(ControlError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: request.body)
        } catch {
            throw ControlError("not JSON: \(error.reason.rawValue) at byte \(error.offset)")
        }
    }

    private func message(_ name: String, _ text: String, status: Int) -> Answer {
        var json = JSONWriter()
        json.object { json in json.member(name, text) }
        return Answer(status: status, json.bytes)
    }
}
