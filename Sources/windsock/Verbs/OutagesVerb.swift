import Control
import Core
import Store

/// `windsock outages`.
enum OutagesVerb {
    /// What is shown when no `--since` is given.
    private static let standardPeriod = Duration.days(30)

    static let verb = Verb(
        "outages", "when OpenWeatherMap could not be reached, how long and why",
        details: [
            "The last 30 days unless --since says otherwise, newest last. Availability counts the time in "
                + "which the daemon knew the state. The reason is the one that held longest."
        ],
        options: [OptionSyntax("since", .required(ValueSyntax("T")), "how far back")],
        examples: [.init("windsock outages --since 7d", "The last week.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let period = try Period(invocation, now: session.now, standard: standardPeriod)
        let reader = try session.reader()
        let rows = try storing { () throws(StoreError) in try reader.reachability(since: period.since) }
        let record = OutageRecord(
            rows.map {
                .init(at: $0.record.at, until: $0.until, state: $0.record.state, reason: $0.record.reason)
            },
            since: period.since, now: session.now)
        if session.isJSON {
            try session.json { json in record.writeMembers(to: &json) }
            return .done
        }
        try session.output.line(record.summary(now: session.now))
        guard !record.outages.isEmpty else { return .done }
        var table = TextTable([.init("FROM"), .init("LENGTH"), .init("REASON", mayShrink: true)])
        let here = LocalTime(session.now, in: .machine)
        for outage in record.outages {
            table.append([
                .init(LocalTime(outage.from, in: .machine).brief(now: here)),
                .init(outage.length.inWords + (outage.isOngoing ? " so far" : "")),
                .init(outage.reason.words(host: "openweathermap.org", now: nil)),
            ])
        }
        try session.output.lines(table.lines(width: session.terminal.width, style: .plain))
        return .done
    }
}
