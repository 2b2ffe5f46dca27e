import Control
import Core

/// `windsock monitor`.
enum MonitorVerb {
    static let verb = Verb(
        "monitor", "what happens, as it happens: one line each",
        details: [
            "First the state as it is, then every change, until it is interrupted. With --json each line is "
                + "an object."
        ],
        examples: [
            .init("windsock monitor", "Watch the network go and come back."),
            .init(
                "windsock monitor --json | jq -c 'select(.event.reachability)'",
                "Changes of reachability only."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let agent = try session.agent()
        var stream = try asking { () throws(ControlClientError) in try agent.monitor() }
        while let update = try asking({ () throws(ControlClientError) in try stream.next() }) {
            if session.isJSON {
                var json = JSONWriter()
                json.object { json in
                    json.member("schema", StatusReport.schema)
                    update.writeMembers(to: &json)
                }
                try session.output.line(json.text)
            } else {
                try session.output.lines(
                    MonitorWords.lines(update, now: session.now, start: session.startCommand))
            }
            try session.output.flush()
        }
        throw .agent(.protocolFault("the daemon has ended the conversation"))
    }
}
