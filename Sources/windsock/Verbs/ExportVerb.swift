import Control
import Core

/// `windsock export`.
enum ExportVerb {
    static let verb = Verb(
        "export", "the watch list as CSV, for windsock import",
        examples: [.init("windsock export > places.csv", "A copy of the list.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let list = try WatchList(session)
        if session.isJSON {
            try session.json { json in json.member("places", list.places) }
        } else {
            try session.output.write(PlaceFile.text(list.places))
        }
        return .done
    }
}
