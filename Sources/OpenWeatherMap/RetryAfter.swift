package import Core

/// The Retry-After header field (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// What is believed: a shorter wait is no wait, a longer one more likely a fault.
    package static let range = Duration.seconds(1)...Duration.hours(6)

    /// The wait that the field asks for, clamped to `range`.
    ///
    /// A date is taken against the answer's own Date (`now` is our clock, used when there was none). Both
    /// are whole seconds, and a wait that starts now ends no earlier than the server meant.
    ///
    /// - Returns: nil when the text is neither digits nor an HTTP date.
    package static func duration(_ text: String, serverDate: UnixTime?, now: UnixTime) -> Duration? {
        guard let wait = seconds(text) ?? untilDate(text, serverDate: serverDate, now: now) else {
            return nil
        }
        return min(max(wait, range.lowerBound), range.upperBound)
    }

    private static func seconds(_ text: String) -> Duration? {
        let digits = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        let rest = text.utf8[digits.endIndex...]
        guard !digits.isEmpty, rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        // More digits than 64 bits hold are a long wait all the same.
        return .seconds(Int64(String(digits) ?? "") ?? .max)
    }

    private static func untilDate(_ text: String, serverDate: UnixTime?, now: UnixTime) -> Duration? {
        UnixTime(httpDate: text, now: now).map { (serverDate ?? now).duration(to: $0) }
    }
}
