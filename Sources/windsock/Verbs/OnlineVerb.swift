import Control
import Core

/// `windsock online`.
enum OnlineVerb {
    static let verb = Verb(
        "online", "is OpenWeatherMap in reach? for scripts",
        details: [
            "Exit code 0 online, 1 offline, 4 when that could not be found out: the daemon does not run, "
                + "does not answer, or does not know yet. Costs nothing and sends nothing, except with "
                + "--probe.",
            "With --wait it returns as soon as the answer is yes, and with 1 or 4 when the time is up.",
        ],
        options: [
            OptionSyntax("probe", "probe now instead of taking the newest result; within 15 s"),
            OptionSyntax(
                "wait", .optional(ValueSyntax("30s")), "wait until online, so long at most, or for ever"),
        ],
        exclusive: [["probe", "wait"]],
        examples: [
            .init("windsock online && rsync …", "Only when the network is good enough."),
            .init("windsock online --wait=5m || echo no network", "Give it five minutes."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        var patience: Duration?
        if let text = invocation.value("wait"), !text.isEmpty {
            guard let duration = Duration(configuration: text) else {
                throw .input(.notADuration(subject: "--wait", text: text))
            }
            patience = duration
        }
        let report: ReachabilityReport
        do throws(CommandError) {
            let agent = try session.agent()
            report = try asking { () throws(ControlClientError) in
                if invocation.has("probe") { return try agent.probe() }
                if invocation.has("wait") { return try wait(agent, patience) }
                return try agent.status().reachability
            }
        } catch {
            // Whatever the cause, a script learns that the answer is unknown, never that it is no.
            var complaint = error.complaint
            complaint.status = .unknown
            Session.standardError(session.isJSON ? complaint.json : complaint.text)
            return .unknown
        }
        if session.isJSON {
            try session.json { json in json.member("reachability", report) }
        } else {
            try session.output.line(words(report, now: session.now))
        }
        switch report.state {
        case .online: return .done
        case .offline: return .conditionFalse
        case .unknown: return .unknown
        }
    }

    private static func left(_ deadline: Duration?) -> Duration? {
        deadline.map { max(.zero, $0 - MonotonicTime.now) }
    }

    /// Follows the events until one says online or the time is up; the newest state is the answer.
    private static func wait(
        _ agent: ControlClient, _ patience: Duration?
    ) throws(ControlClientError) -> ReachabilityReport {
        let deadline = patience.map { MonotonicTime.now + $0 }
        var stream = try agent.monitor()
        var newest: ReachabilityReport?
        do throws(ControlClientError) {
            while newest?.state != .online,
                let update = try stream.next(within: newest == nil ? ControlClient.patience : left(deadline))
            {
                switch update {
                case .snapshot(let status): newest = status.reachability
                case .event(let event):
                    if case .reachability(let report) = event.content { newest = report }
                }
            }
        } catch .timedOut where newest != nil {
            // The time is up; what was last known is the answer.
        }
        guard let newest else { throw .protocolFault("no state was reported") }
        return newest
    }

    static func words(_ report: ReachabilityReport, now: UnixTime) -> String {
        let since = report.since.map { " for \($0.duration(to: now).inWords)" } ?? ""
        switch report.state {
        case .unknown: return "not known yet whether \(report.host) can be reached"
        case .online: return "online\(since)"
        case .offline: return "offline\(since): \(report.reason.words(host: report.host, now: now))"
        }
    }
}
