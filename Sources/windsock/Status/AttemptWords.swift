package import Core

/// A line of the fetch journal in words.
package enum AttemptWords {
    /// `stored`, or the failure with its number: `server_error (500)`, `timed_out (-1001)`.
    package static func outcome(_ record: AttemptRecord) -> String {
        let number = record.httpStatus ?? record.code
        return record.outcome.printable() + (number.map { " (\($0))" } ?? "")
    }

    /// What was decided, and until when.
    package static func decision(_ record: AttemptRecord, here: LocalTime) -> String {
        let words =
            switch record.decision {
            case "next": "next in turn"
            case "try_fresh": "at once on a new connection"
            case "wait_online": "when online"
            case "wait_timer": "again"
            case "wait_key": "with a key"
            case "wait_quota": "when calls are allowed"
            case "wait_place": "daily"
            case "give_up": "given up until its turn"
            default: record.decision.printable()
            }
        guard let time = record.retryAt else { return words }
        return words + " at " + LocalTime(time, in: .machine).brief(now: here)
    }
}
