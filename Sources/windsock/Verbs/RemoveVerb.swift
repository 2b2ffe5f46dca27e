import Control
import Core

/// `windsock remove`.
enum RemoveVerb {
    static let verb = Verb(
        "remove", "take places off the watch list, with their history",
        details: ["Nothing is removed when one of the names is not on the list."],
        arguments: [ArgumentSyntax(ValueSyntax("NAME", .places), .oneOrMore)],
        examples: [.init("windsock remove Oslo Tallinn", "Two places at once.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let editing = try ListEditing(session)
        let places = try editing.list().find(invocation.arguments)
        try editing.remove(places)
        return try session.report(places, "removed, with its history")
    }
}

extension Session {
    /// What was done to places: one line each, or their names in JSON.
    mutating func report(_ places: [PlaceReport], _ done: String) throws(CommandError) -> ExitCode {
        if isJSON {
            try json { json in json.member("places", places) }
        } else {
            for place in places {
                try output.line("\(place.name.printable(limit: PlaceName.lengthLimit)) \(done)")
            }
        }
        return .done
    }
}
