import Control
import Core

/// `windsock force`.
enum ForceVerb {
    static let verb = Verb(
        "force", "override what is known of reachability, until the daemon starts again",
        details: [
            "offline stops all fetching, on a metered link for example; online fetches although probes "
                + "fail; auto goes by evidence again."
        ],
        arguments: [
            ArgumentSyntax(ValueSyntax("STATE", .words(ForcedState.allCases.map(\.rawValue))))
        ],
        examples: [.init("windsock force offline", "No traffic until windsock force auto.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let state = ForcedState(rawValue: invocation.arguments[0]) ?? .auto
        let agent = try session.agent()
        let report = try asking { () throws(ControlClientError) in try agent.force(state) }
        if session.isJSON {
            try session.json { json in json.member("reachability", report) }
        } else {
            try session.output.line(OnlineVerb.words(report, now: session.now))
        }
        return .done
    }
}
