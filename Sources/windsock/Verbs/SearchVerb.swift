import Control
import Core

/// `windsock search`.
enum SearchVerb {
    static let verb = Verb(
        "search", "what OpenWeatherMap knows by a name",
        details: [
            "Needs the daemon, the network and a key. The numbers are those of windsock add NAME --pick N."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("QUERY"))],
        examples: [.init("windsock search Portland", "Up to five places.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let query = try NameArgument.validated(invocation.arguments[0])
        let agent = try session.agent()
        let candidates = try asking { () throws(ControlClientError) in try agent.search(query) }
        guard !candidates.isEmpty else { throw .refused(.unknownName(query: query)) }
        if session.isJSON {
            try session.json { json in json.member("candidates", candidates) }
        } else {
            try session.output.lines(CandidateList.lines(candidates))
        }
        return .done
    }
}
