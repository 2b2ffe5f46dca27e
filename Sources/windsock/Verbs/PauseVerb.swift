import Control
import Core

/// `windsock pause`.
enum PauseVerb {
    static let verb = Verb(
        "pause", "stop fetching places; what is stored stays",
        arguments: [ArgumentSyntax(ValueSyntax("NAME", .places), .oneOrMore)],
        examples: [.init("windsock pause Cabin", "Until windsock resume Cabin.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let editing = try ListEditing(session)
        let places = try editing.list().find(invocation.arguments)
        try editing.setPaused(true, places)
        return try session.report(places, "paused")
    }
}
