import Control
import Core
import Store

/// `windsock history`.
enum HistoryVerb {
    /// What is shown when no `--since` is given.
    private static let standardPeriod = Duration.hours(24)

    static let verb = Verb(
        "history", "stored observations of a place: table, CSV, JSON or a plot",
        details: [
            "The last 24 hours unless --since says more. Times take a duration ago (7d, 12h), a date, or a "
                + "date and time of day, with Z or an offset when it is not this machine's. CSV and JSON "
                + "are in SI units, named as the columns of the view v_observation.",
            "A plot leaves a gap where nothing was observed for more than two hours.",
        ],
        arguments: [ArgumentSyntax(ValueSyntax("PLACE", .places))],
        options: [
            OptionSyntax("since", .required(ValueSyntax("T")), "the first time to show"),
            OptionSyntax("until", .required(ValueSyntax("T")), "the time before which to end"),
            OptionSyntax(
                "format", .required(ValueSyntax("FORMAT", .words(["table", "csv", "json"]))),
                "how to write it"),
            OptionSyntax("plot", "draw temperature and precipitation"),
        ],
        exclusive: [["format", "plot"]],
        examples: [
            .init("windsock history Oslo --since 7d --plot", "A week as a picture."),
            .init("windsock history Oslo --since 2026-11-01 --format csv > oslo.csv", "For a spreadsheet."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let period = try Period(invocation, now: session.now, standard: standardPeriod)
        let reader = try session.reader()
        let place = try WatchList(places: WatchList.stored(reader)).find(invocation.arguments[0])
        let zone = try storing { () throws(StoreError) in
            try reader.place(named: place.name)?.utcOffset.map { LocalTime.Zone.offset($0) } ?? .machine
        }
        let history = HistoryText(reader: reader, place: place, period: period, zone: zone)
        if invocation.has("plot") {
            try history.plot(&session)
        } else if session.isJSON || invocation.value("format") == "json" {
            try history.json(&session)
        } else if invocation.value("format") == "csv" {
            try history.csv(&session)
        } else {
            try history.table(&session)
        }
        return .done
    }
}
