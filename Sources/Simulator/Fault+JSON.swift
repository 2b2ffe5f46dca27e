import Core

extension Fault {
    /// Reads `{"kind": …}` with the members that the kind has.
    ///
    /// - Throws: `ControlError` that names the member at fault.
    init(_ json: JSONValue) throws(ControlError) {
        guard let kind = json["kind"]?.string else { throw ControlError("fault.kind must be a string") }
        switch kind {
        case "status":
            guard let status = json["status"]?.integer, (200...599).contains(status) else {
                throw ControlError("fault.status must be 200 to 599")
            }
            self = .status(
                Int(status), retryAfter: json["retry_after"]?.string, body: json["body"]?.string)
        case "delay":
            guard let count = json["milliseconds"]?.integer, (0...3_600_000).contains(count) else {
                throw ControlError("fault.milliseconds must be 0 to 3600000")
            }
            self = .delay(milliseconds: Int32(count))
        case "hang": self = .hang
        case "reset": self = .reset
        case "close": self = .close
        case "truncated": self = .truncated
        case "garbage": self = .garbage
        case "html": self = .html
        case "redirect":
            self = .redirect(location: json["location"]?.string ?? "https://hotspot.example/login")
        case "huge":
            guard let count = json["bytes"]?.integer, (1...(1 << 40)).contains(count) else {
                throw ControlError("fault.bytes must be at least 1")
            }
            self = .huge(bytes: Int(count), chunked: json["chunked"]?.bool ?? false)
        case "gzip_bomb": self = .gzipBomb
        case "empty": self = .empty
        case "empty_array": self = .emptyArray
        case "not_json_numbers": self = .distorted(.notNumbers)
        case "wrong_coordinates": self = .distorted(.wrongCoordinates)
        case "old_dt": self = .distorted(.oldTime)
        case "body":
            guard let body = json["body"]?.string else { throw ControlError("fault.body must be a string") }
            let status = json["status"]?.integer ?? 200
            guard (200...599).contains(status) else { throw ControlError("fault.status must be 200 to 599") }
            self = .body(
                body, contentType: json["content_type"]?.string ?? Answer.json, status: Int(status))
        default: throw ControlError("there is no fault '\(kind)'")
        }
    }
}
