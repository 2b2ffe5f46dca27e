import Core

/// Which requests get a fault, and how often.
struct FaultRule: Equatable, Sendable {
    /// The beginning of the path; `*` for every path.
    let path: String
    /// A part of the query as it was sent; nil for every query.
    let match: String?
    /// How many more requests; nil until it is cleared.
    var times: Int?
    let fault: Fault

    /// Reads the body of `POST /_simulator/faults`.
    ///
    /// - Throws: `ControlError` that names the member at fault.
    init(_ json: JSONValue) throws(ControlError) {
        guard let path = json["path"]?.string else { throw ControlError("path must be a string") }
        guard let fault = json["fault"] else { throw ControlError("fault is missing") }
        self.path = path
        match = json["match"]?.string
        self.fault = try Fault(fault)
        switch json["times"] {
        case nil, .null: times = nil
        case let value?:
            guard let count = value.integer, let times = Int(exactly: count), times > 0 else {
                throw ControlError("times must be at least 1, or null")
            }
            self.times = times
        }
    }

    func applies(to request: Request) -> Bool {
        guard path == "*" || request.path.hasPrefix(path) else { return false }
        return match.map { request.query.redacted.contains($0) } ?? true
    }
}
