import Control
import Core
import Glibc

/// `windsock key`.
enum KeyVerb {
    /// A key has 32 characters; this much input is none.
    private static let inputLimit = 64 << 10

    static let verb = Verb(
        "key", "the API key: set it, see its state, forget it",
        details: [
            "set reads the key from the terminal, without showing it, or from standard input; never from "
                + "the command line, where other users could see it. A running daemon takes it into force "
                + "at once and fetching goes on.",
            "The key is kept in the state directory, mode 0600, and comes before every other source. status "
                + "says which source is in force and which others have a key too.",
        ],
        arguments: [ArgumentSyntax(ValueSyntax("ACTION", .words(["set", "status", "clear"])))],
        examples: [
            .init("windsock key set", "Paste the key when asked."),
            .init("windsock key set < key.txt", "From a file."),
            .init("windsock key status", "Is it accepted?"),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        switch invocation.arguments[0] {
        case "set": try set(&session)
        case "clear": try clear(&session)
        default: try status(&session)
        }
        return .done
    }

    private static func set(_ session: inout Session) throws(CommandError) {
        let key: String
        do throws(InputFault) {
            key = try KeyFile.key(in: try readKey())
        } catch {
            throw .input(error)
        }
        if let agent = try session.agentIfRunning() {
            let report = try asking { () throws(ControlClientError) in try agent.setKey(key) }
            try tell(report, "the key is set; it is tried with the next fetch", &session)
        } else {
            let directories = session.directories
            guard access(directories.state, F_OK) == 0 else {
                throw .nothingStored(path: directories.state, start: session.startCommand)
            }
            try KeyFile.write(key, to: directories.key, directory: directories.state)
            try tell(
                KeyReport(state: .unverified, source: .set), "the key is set; windsockd uses it when it runs",
                &session)
        }
    }

    private static func clear(_ session: inout Session) throws(CommandError) {
        if let agent = try session.agentIfRunning() {
            let report = try asking { () throws(ControlClientError) in try agent.clearKey() }
            let next = report.source.map { "; now in force: \($0.words)" } ?? "; there is none left"
            try tell(report, "the key is forgotten" + next, &session)
        } else {
            try KeyFile.remove(session.directories.key)
            try tell(KeyReport(state: .missing, source: nil), "the key is forgotten", &session)
        }
    }

    private static func status(_ session: inout Session) throws(CommandError) {
        let report: KeyReport
        if let agent = try session.agentIfRunning() {
            report = try asking { () throws(ControlClientError) in try agent.status().key }
        } else {
            let isSet = KeyFile.exists(at: session.directories.key)
            report = KeyReport(state: isSet ? .unverified : .missing, source: isSet ? .set : nil)
        }
        try tell(report, words(report, now: session.now), &session)
    }

    private static func tell(
        _ report: KeyReport, _ text: String, _ session: inout Session
    ) throws(CommandError) {
        if session.isJSON {
            try session.json { json in json.member("key", report) }
        } else {
            try session.output.line(text)
        }
    }

    static func words(_ report: KeyReport, now: UnixTime) -> String {
        let state =
            switch report.state {
            case .missing: "no key; get one at openweathermap.org, then: windsock key set"
            case .unverified: "not tried yet"
            case .ok: "ok"
            case .refused:
                "refused (new keys take up to 2 h)"
                    + (report.nextCheckAt.map { "; next try in \(now.duration(to: $0).inWords)" } ?? "")
            }
        let source = report.source.map { ", from \($0.words)" } ?? ""
        let shadowed =
            report.shadowed.isEmpty
            ? "" : "; not used: \(report.shadowed.map(\.words).joined(separator: ", "))"
        return state + source + shadowed
    }

    /// One line from the terminal, unseen, or all of standard input.
    private static func readKey() throws(InputFault) -> [UInt8] {
        guard isatty(STDIN_FILENO) == 1 else {
            guard case .success(let bytes) = InputFile.read("-", limit: inputLimit) else {
                throw .malformedKey
            }
            return bytes
        }
        return HiddenLine.read(prompt: "API key (not shown): ")
    }
}

extension KeyReport.Source {
    /// Behind "from".
    var words: String {
        switch self {
        case .set: "windsock key set"
        case .credential: "systemd's credentials"
        case .file: "a key file"
        case .environment: "OPENWEATHERMAP_API_KEY"
        }
    }
}
