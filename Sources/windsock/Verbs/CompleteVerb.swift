import Control
import Core

/// `windsock __complete places PREFIX`: what the shells' completions ask.
///
/// Hidden.
enum CompleteVerb {
    static let verb = Verb(
        "__complete", "names of places that begin with PREFIX, one a line",
        arguments: [
            ArgumentSyntax(ValueSyntax("WHAT", .words(["places"]))),
            ArgumentSyntax(ValueSyntax("PREFIX"), .optional),
        ],
        examples: [],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let prefix = PlaceName.key(invocation.arguments.count > 1 ? invocation.arguments[1] : "")
        // The database is the quicker way and says the same.
        for place in try WatchList.stored(try session.reader())
        where PlaceName.key(place.name).hasPrefix(prefix) {
            try session.output.line(place.name.printable(limit: PlaceName.lengthLimit))
        }
        return .done
    }
}
