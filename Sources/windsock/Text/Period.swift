import Core

/// The stretch of time that `--since` and `--until` name.
struct Period {
    let since: UnixTime
    /// Not included.
    ///
    /// In the future when no end was given, so that nothing new is left out.
    let until: UnixTime

    /// - Parameter standard: how far back when there is no `--since`.
    init(_ invocation: Invocation, now: UnixTime, standard: Duration) throws(CommandError) {
        until = try Period.time("until", invocation, now) ?? now.advanced(by: .days(1))
        since = try Period.time("since", invocation, now) ?? min(until, now).advanced(by: .zero - standard)
        guard since < until else {
            throw .input(
                .emptyPeriod(
                    since: LocalTime(since, in: .machine).dateAndClock,
                    until: LocalTime(until, in: .machine).dateAndClock))
        }
    }

    private static func time(
        _ option: String, _ invocation: Invocation, _ now: UnixTime
    ) throws(CommandError) -> UnixTime? {
        guard let text = invocation.value(option) else { return nil }
        guard let time = UnixTime(argument: text, now: now) else {
            throw .input(.notATime(subject: "--\(option)", text: text))
        }
        return time
    }
}
