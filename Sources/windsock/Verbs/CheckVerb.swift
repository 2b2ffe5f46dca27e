import Control
import Core
import Store

/// `windsock check`.
enum CheckVerb {
    static let verb = Verb(
        "check", "look at every layer from the configuration to the service; name the first that fails",
        details: [
            "Users who may change the list get new probes, others the newest results. While the daemon is "
                + "stopped, windsockd --diagnose looks instead and makes one call to the service; when all "
                + "is well then, the exit code is 3."
        ],
        examples: [.init("windsock check", "What is wrong, and what to do about it.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        if let agent = try session.agentIfRunning() {
            let lines = try asking { () throws(ControlClientError) in try agent.diagnose() }
            try show(lines, hint: nil, &session)
            return lines.exitCode
        }
        let start = "start it with: \(session.startCommand)"
        guard let diagnosis = DaemonProgram()?.diagnose(session.directories) else {
            try show(OfflineDiagnosis.lines(session), hint: nil, &session)
            return .notRunning
        }
        try show(diagnosis.lines, hint: "windsockd is not running; \(start)", &session)
        guard diagnosis.lines.firstFailure != nil else { return .notRunning }
        return ExitCode(rawValue: diagnosis.status) ?? diagnosis.lines.exitCode
    }

    /// - Parameter hint: what to say when no layer fails.
    private static func show(
        _ lines: [DiagnosisLine], hint: String?, _ session: inout Session
    ) throws(CommandError) {
        if session.isJSON {
            try session.json { json in json.member("lines", lines) }
            return
        }
        let hasTimes = lines.contains { !$0.time.isEmpty }
        var table = TextTable(
            [.init(""), .init("")] + (hasTimes ? [.init("", .right)] : []) + [.init("", mayShrink: true)],
            showsHeading: false)
        for line in lines {
            let time: [TextTable.Cell] = hasTimes ? [.init(line.time)] : []
            table.append(
                [.init(line.layer.printable().fitted(9)), verdict(line)] + time
                    + [.init(line.text.printable(limit: 200))])
        }
        try session.output.lines(table.lines(width: session.terminal.width, style: session.terminal.style))
        let failed = lines.firstFailure
        if let hint = failed == nil ? hint : failed?.hint {
            try session.output.line("hint: " + hint.printable(limit: 200))
        }
    }

    private static func verdict(_ line: DiagnosisLine) -> TextTable.Cell {
        switch line.verdict {
        case .ok: .init("ok", .good)
        case .fail: .init("FAIL", .broken)
        case .skipped: .init("–")
        }
    }
}
