package import Core

/// A fetch that has just ended.
///
/// Members are named as the columns of `v_attempt`.
package struct AttemptReport: ControlValue {
    /// To the microsecond, where it comes to `duration`.
    package var record: AttemptRecord
    /// Nil for a look-up on behalf of `add` or `search`.
    package var placeName: String?

    package init(record: AttemptRecord, placeName: String?) {
        self.record = record
        self.placeName = placeName
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.time("at", record.at)
        json.member("place_id", record.place?.rawValue)
        json.member("place", placeName)
        json.member("kind", record.kind)
        json.member("attempt", record.attempt)
        json.member("outcome", record.outcome)
        json.member("code", record.code)
        json.member("http_status", record.httpStatus)
        json.member("curl_code", record.curlCode)
        json.member("os_errno", record.osErrno)
        json.member("phase", record.phase?.rawValue)
        json.member("duration_ms", record.duration.inMilliseconds)
        json.member("bytes", record.bytes)
        json.member("decision", record.decision)
        json.time("retry_at", record.retryAt)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        record = AttemptRecord(
            at: try object.time("at"),
            place: try object.optionalInteger("place_id").map { PlaceID(Int64($0)) },
            kind: try object.string("kind"), attempt: try object.integer("attempt"),
            outcome: try object.string("outcome"), code: try object.optionalInteger("code"),
            httpStatus: try object.optionalInteger("http_status"),
            curlCode: try object.optionalInteger("curl_code"),
            osErrno: try object.optionalInteger("os_errno"), phase: try object.optionalChoice("phase"),
            duration: try object.optionalMilliseconds("duration_ms") ?? .zero,
            bytes: try object.integer("bytes"), decision: try object.string("decision"),
            retryAt: try object.optionalTime("retry_at"))
        placeName = try object.optionalString("place")
    }
}
