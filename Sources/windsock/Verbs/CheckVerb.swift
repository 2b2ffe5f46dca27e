import Control
import Core
import Store

/// `windsock check`.
enum CheckVerb {
    static let verb = Verb(
        "check", "look at every layer from the configuration to the service; name the first that fails",
        details: [
            "Users who may change the list get new probes, others the newest results. While the daemon is "
                + "stopped the layers above the key cannot be looked at: windsockd --diagnose does that."
        ],
        examples: [.init("windsock check", "What is wrong, and what to do about it.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let lines: [DiagnosisLine]
        if let agent = try session.agentIfRunning() {
            lines = try asking { () throws(ControlClientError) in try agent.diagnose() }
        } else {
            lines = OfflineDiagnosis.lines(session)
        }
        if session.isJSON {
            try session.json { json in json.member("lines", lines) }
        } else {
            var table = TextTable(
                [.init(""), .init(""), .init("", mayShrink: true)], showsHeading: false)
            for line in lines {
                table.append([
                    .init(line.layer.printable().fitted(9)), verdict(line),
                    .init(line.text.printable(limit: 200)),
                ])
            }
            try session.output.lines(
                table.lines(width: session.terminal.width, style: session.terminal.style))
            if let hint = lines.first(where: { $0.verdict == .fail })?.hint {
                try session.output.line("hint: " + hint.printable(limit: 200))
            }
        }
        guard let failed = lines.first(where: { $0.verdict == .fail }) else { return .done }
        return exitCode(failed)
    }

    private static func verdict(_ line: DiagnosisLine) -> TextTable.Cell {
        switch line.verdict {
        case .ok: .init("ok", .good)
        case .fail: .init("FAIL", .broken)
        case .skipped: .init("–")
        }
    }

    private static func exitCode(_ line: DiagnosisLine) -> ExitCode {
        switch line.layer {
        case "config": .configuration
        case "lock": .notRunning
        case "database": .inputOutput
        default: .unavailable
        }
    }
}
