import Control
import Core

/// `windsock sync`.
enum SyncVerb {
    static let verb = Verb(
        "sync", "fetch now instead of in turn",
        details: [
            "Grown intervals and retry timers are ignored; a refused key, the limit of calls and the rule "
                + "of one fetch in ten minutes are not. Without --wait it returns at once; with it, when "
                + "everything is fetched, or when the rest waits for something that --wait cannot hasten: "
                + "then the exit code is 69."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("PLACE", .places), .any)],
        options: [OptionSyntax("wait", "wait until it is done, with progress on a terminal")],
        examples: [.init("windsock sync --wait Oslo", "Oslo, now.")],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let agent = try session.agent()
        var progress: SyncProgress?
        if invocation.has("wait") {
            var stream = try asking { () throws(ControlClientError) in
                try agent.syncProgress(invocation.arguments)
            }
            let showsProgress = session.terminal.canAsk && !session.isJSON
            while let next = try asking({ () throws(ControlClientError) in try stream.next() }) {
                progress = next
                if showsProgress { Session.standardError("\r\u{1B}[K" + words(next, session)) }
                if next.isFinished || isStuck(next) { break }
            }
            if showsProgress { Session.standardError("\r\u{1B}[K") }
        } else {
            progress = try asking { () throws(ControlClientError) in try agent.sync(invocation.arguments) }
        }
        guard let progress else { throw .agent(.protocolFault("no progress was reported")) }
        if session.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("schema", StatusReport.schema)
                progress.writeMembers(to: &json)
            }
            try session.output.line(json.text)
        } else {
            try session.output.line(words(progress, session))
        }
        guard invocation.has("wait") else { return .done }
        if !progress.isFinished { return .unavailable }
        return progress.failed > 0 ? .conditionFalse : .done
    }

    /// The network, a key and the quota may take hours; a retry timer takes seconds.
    private static func isStuck(_ progress: SyncProgress) -> Bool {
        switch progress.waitingFor {
        case .online, .key, .quota, .breaker, .storage, .pick: true
        case .interval, .timer, nil: false
        }
    }

    static func words(_ progress: SyncProgress, _ session: Session) -> String {
        if progress.total == 0 { return "nothing to fetch: all of it is less than ten minutes old" }
        let done = progress.stored + progress.unchanged
        var parts = ["\(done) of \(progress.total.counted("fetch", "fetches")) done"]
        if progress.unchanged > 0 { parts.append("\(progress.unchanged) without news") }
        if progress.failed > 0 { parts.append("\(progress.failed) failed") }
        if let failure = progress.failure {
            parts.append(
                [progress.failedPlace?.printable(), failure.message.printable(limit: 120)].compactMap { $0 }
                    .joined(separator: ": "))
        }
        if let reason = progress.waitingFor, !progress.isFinished {
            parts.append("the rest waits" + reason.words)
        }
        return parts.joined(separator: ", ")
    }
}

extension WaitReason {
    /// Behind "waits".
    fileprivate var words: String {
        switch self {
        case .interval: " its turn"
        case .online: " until online"
        case .timer: " for a retry"
        case .key: " for a key: windsock key set"
        case .quota: " until more calls are allowed"
        case .breaker: " for the service to recover"
        case .storage: " for room on the disk"
        case .pick: " for windsock pick"
        }
    }
}
