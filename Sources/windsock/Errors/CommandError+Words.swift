import Control
import Core
import Store

extension CommandError {
    /// The error as the user meets it.
    ///
    /// All text from outside is made printable here.
    package var complaint: Complaint {
        switch self {
        case .usage(let fault): fault.complaint
        case .input(let fault): fault.complaint
        case .file(let fault): fault.complaint
        case .notRunning(let start):
            Complaint("windsockd is not running", hint: start, .notRunning)
        case .nothingStored(let path, let start):
            Complaint(
                "nothing is stored yet", why: "there is no database at \(path.printable(limit: 200))",
                hint: "start windsockd once, it creates the database: \(start)", .notRunning)
        case .agent(.refused(let error)), .refused(let error): CommandError.complaint(error)
        case .agent(.notPermitted):
            Complaint(
                ControlClientError.notPermitted.message,
                hint: "ls -l the runtime directory; the socket has mode 0666",
                .notPermitted)
        case .agent(.timedOut):
            Complaint(
                ControlClientError.timedOut.message, why: "nothing came back in time",
                hint: "systemctl status windsockd", .tryAgain)
        case .agent(let error): Complaint(error.message, hint: error.hint, error.exitCode)
        case .ambiguous(let query, let candidates, let command):
            Complaint(
                "\(candidates.count) places are called \(query.printable())",
                details: CandidateList.lines(candidates), hint: "\(command) --pick N, or --first", .badData)
        case .store(let error):
            Complaint(error.message, hint: error.hint, ExitCode(rawValue: error.exitCode) ?? .inputOutput)
        case .notOwner(let path):
            Complaint(
                "this user may not change the watch list",
                why: "\(path.printable(limit: 200)) belongs to somebody else",
                hint:
                    "run it as that user or as root, or start windsockd: members of its group may change "
                    + "the list",
                .notPermitted)
        case .lockedAndSilent(let holder):
            Complaint(
                "windsockd does not answer",
                why: "\(holder.map { "process \($0)" } ?? "another process") holds the state directory",
                hint: "try again in a moment; it may be starting or stopping", .tryAgain)
        case .nothingToPick(let name, let status):
            Complaint(
                "\"\(name.printable())\" has nothing to pick from", why: "it is \(status.words)",
                hint: "windsock list", .badData)
        case .noSuchMatch(let number, let name, let count):
            Complaint(
                "there is no match \(number) for \"\(name.printable())\"",
                hint: "windsock pick \(name.printable()) N, with N from 1 to \(count)", .badData)
        }
    }

    private static func complaint(_ error: ControlError) -> Complaint {
        if case .ambiguousName(_, let candidates) = error {
            return Complaint(
                error.message, details: CandidateList.lines(candidates), hint: error.hint, error.exitCode)
        }
        if case .notPermitted = error {
            return Complaint(
                error.message, hint: error.hint ?? "sudo windsock …, or join the group of windsockd's socket",
                error.exitCode)
        }
        return Complaint(error.message, hint: error.hint, error.exitCode)
    }
}
