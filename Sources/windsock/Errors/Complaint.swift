package import Control
import Core

/// An error as the user meets it: what happened, why if that adds something, what to do, and the exit code.
package struct Complaint: Equatable, Sendable {
    /// Lower-case, without a full stop.
    package var what: String
    package var why: String?
    /// A command that can be pasted, or a sentence around one.
    package var hint: String?
    package var status: ExitCode
    /// More lines to show between what and hint: candidates, faults of a file.
    package var details: [String]

    package init(
        _ what: String, why: String? = nil, details: [String] = [], hint: String?, _ status: ExitCode
    ) {
        self.what = what
        self.why = why
        self.details = details
        self.hint = hint
        self.status = status
    }

    /// The message as standard error shows it, line ends included.
    package var text: String {
        var lines = ["windsock: " + what + (why.map { ": " + $0 } ?? "")]
        lines += details
        if let hint { lines.append("hint: " + hint) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The message as one JSON object, for `--json`.
    package var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("schema", 1)
            json.member(
                "error",
                object: { json in
                    json.member("what", what)
                    json.member("why", why)
                    json.member("details", array: { json in for line in details { json.value(line) } })
                    json.member("hint", hint)
                    json.member("exit_code", Int(status.rawValue))
                })
        }
        return json.text + "\n"
    }
}
