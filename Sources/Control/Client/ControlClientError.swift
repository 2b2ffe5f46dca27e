import Core

/// Why a call brought no answer that can be used.
package enum ControlClientError: Error, Equatable, Sendable {
    /// Nobody listens on the socket, or there is none (ENOENT, ECONNREFUSED).
    case notRunning
    /// The socket, or a directory above it, is closed to this user (EACCES, EPERM).
    case notPermitted
    /// Something else is in the socket's place (ENOTSOCK, EPROTOTYPE, ENOTDIR).
    case notASocket
    /// No answer within the time the caller had.
    case timedOut
    /// The agent hung up, or what came is not Varlink as the interface file has it.
    case protocolFault(String)
    /// Another failure of a system call, with its errno.
    case system(Int32)
    /// The agent's own answer: it will not or cannot.
    case refused(ControlError)

    /// A word from a bounded set.
    package var label: String {
        switch self {
        case .notRunning: "not_running"
        case .notPermitted: "not_permitted"
        case .notASocket: "not_a_socket"
        case .timedOut: "timed_out"
        case .protocolFault: "protocol_fault"
        case .system: "system"
        case .refused(let error): error.label
        }
    }

    /// What `windsock` exits with.
    package var exitCode: ExitCode {
        switch self {
        case .notRunning: .notRunning
        case .notPermitted: .notPermitted
        case .timedOut: .tryAgain
        case .notASocket, .protocolFault, .system: .inputOutput
        case .refused(let error): error.exitCode
        }
    }

    /// Whether the same call may succeed later without anything else being done.
    package var isRetryable: Bool {
        switch self {
        case .timedOut: true
        case .refused(let error): error.isRetryable
        default: false
        }
    }

    /// What is wrong, in one line that begins in lower case; safe to print.
    package var message: String {
        switch self {
        case .notRunning: "windsockd is not running"
        case .notPermitted: "the socket of windsockd is closed to this user"
        case .notASocket: "what is in the place of windsockd's socket is not one"
        case .timedOut: "windsockd does not answer"
        case .protocolFault(let what):
            "the answer of windsockd cannot be understood: \(what.printable(limit: 200))"
        case .system(let number): "windsockd cannot be asked: system error \(number)"
        case .refused(let error): error.message
        }
    }

    /// What the user can do; safe to print.
    ///
    /// How to start the agent depends on the machine and is the command's to say.
    package var hint: String? {
        switch self {
        case .refused(let error): error.hint
        case .protocolFault: "windsock --version and windsockd --version should agree"
        case .notASocket: "remove it and start windsockd again"
        case .system: "windsock check"
        case .notRunning, .notPermitted, .timedOut: nil
        }
    }
}
