import Control
import Core

/// `windsock rename`.
enum RenameVerb {
    static let verb = Verb(
        "rename", "give a place another name; its history stays",
        arguments: [ArgumentSyntax(ValueSyntax("OLD", .places)), ArgumentSyntax(ValueSyntax("NEW"))],
        examples: [.init("windsock rename \"London,GB\" London", "A shorter label.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let name = try NameArgument.validated(invocation.arguments[1])
        let editing = try ListEditing(session)
        var place = try editing.list().find(invocation.arguments[0])
        try editing.rename(place, to: name)
        let old = place.name.printable(limit: PlaceName.lengthLimit)
        place.name = name
        return session.isJSON
            ? try session.report([place], "") : try session.report([place], "is what \(old) is called now")
    }
}
