import Control
import Core

/// `windsock resume`.
enum ResumeVerb {
    static let verb = Verb(
        "resume", "fetch paused places again",
        arguments: [ArgumentSyntax(ValueSyntax("NAME", .places), .oneOrMore)],
        examples: [.init("windsock resume Cabin", "What is overdue is fetched at once.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let editing = try ListEditing(session)
        let places = try editing.list().find(invocation.arguments)
        try editing.setPaused(false, places)
        return try session.report(places, "resumed")
    }
}
