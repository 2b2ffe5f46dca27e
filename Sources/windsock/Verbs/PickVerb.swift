import Control
import Core

/// `windsock pick`.
enum PickVerb {
    static let verb = Verb(
        "pick", "decide which of several places a name means",
        details: [
            "A place added without the network is looked up later. When its name fits several places "
                + "nothing is fetched until you decide; windsock status lists them."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("NAME", .places)), ArgumentSyntax(ValueSyntax("N"))],
        examples: [.init("windsock pick Springfield 2", "The second of the matches.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        guard let number = Int(invocation.arguments[1]), number >= 1 else {
            throw .input(.notACount(subject: "N", text: invocation.arguments[1]))
        }
        let editing = try ListEditing(session)
        let place = try editing.list().find(invocation.arguments[0])
        let picked = try editing.pick(place, number: number)
        if session.isJSON {
            try session.json { json in json.member("place", picked) }
        } else {
            try session.output.line("\(picked.title) picked")
        }
        return .done
    }
}
