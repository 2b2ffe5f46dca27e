import Control
import Core
import Store

/// `windsock attempts`.
enum AttemptsVerb {
    private static let standardLimit = 20

    static let verb = Verb(
        "attempts", "the journal of fetches: what was asked, what came, what was decided",
        details: ["Newest first. The journal keeps a week, 20,000 lines at most."],
        arguments: [ArgumentSyntax(ValueSyntax("PLACE", .places), .optional)],
        options: [OptionSyntax("limit", .required(ValueSyntax("N")), "how many lines, 20 unless given")],
        examples: [.init("windsock attempts Oslo --limit 5", "Why is Oslo stale?")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let limit = try invocation.count("limit") ?? standardLimit
        let reader = try session.reader()
        let list = WatchList(places: try WatchList.stored(reader))
        var place: PlaceReport?
        if let name = invocation.arguments.first { place = try list.find(name) }
        let records = try storing { () throws(StoreError) in
            try reader.attempts(of: place?.id, limit: limit)
        }
        let names = Dictionary(list.places.map { ($0.id, $0.name) }) { first, _ in first }
        let attempts = records.map { record in
            AttemptReport(record: record, placeName: record.place.flatMap { names[$0] })
        }
        if session.isJSON {
            try session.json { json in json.member("attempts", attempts) }
        } else {
            try session.output.lines(table(attempts, session))
        }
        return .done
    }

    private static func table(_ attempts: [AttemptReport], _ session: Session) -> [String] {
        var table = TextTable([
            .init("TIME"), .init("PLACE", mayShrink: true), .init("KIND"), .init("TRY", .right),
            .init("OUTCOME"),
            .init("TOOK", .right), .init("THEN"),
        ])
        let here = LocalTime(session.now, in: .machine)
        for attempt in attempts {
            let record = attempt.record
            let isGood = record.outcome == "stored" || record.outcome == "unchanged"
            table.append([
                .init(LocalTime(record.at, in: .machine).brief(now: here)),
                .init(attempt.placeName?.printable() ?? "–"), .init(record.kind.printable()),
                .init(String(record.attempt)), .init(AttemptWords.outcome(record), isGood ? nil : .broken),
                .init("\(record.duration.wholeMilliseconds) ms"),
                .init(AttemptWords.decision(record, here: here)),
            ])
        }
        return table.lines(width: session.terminal.width, style: session.terminal.style)
    }
}
