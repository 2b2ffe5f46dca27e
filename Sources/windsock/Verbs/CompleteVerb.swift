import Control
import Core
import Store

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
        let reader = try session.reader()
        let names = try storing { () throws(StoreError) in try reader.names(beginningWith: prefix) }
        for name in names { try session.output.line(name.printable(limit: PlaceName.lengthLimit)) }
        return .done
    }
}
