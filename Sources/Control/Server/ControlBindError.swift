/// Why the agent could not open its control socket.
package enum ControlBindError: Error, Equatable, Sendable {
    /// The directory of the socket does not exist.
    case noDirectory(path: String)
    /// Something that is no socket has the path; it is not touched.
    case notASocket(path: String)
    /// Another process answers on it.
    case inUse(path: String)
    /// A system call failed, with its errno.
    case system(path: String, Int32)

    package var label: String {
        switch self {
        case .noDirectory: "no_directory"
        case .notASocket: "not_a_socket"
        case .inUse: "in_use"
        case .system: "system"
        }
    }

    /// What `windsockd` exits with.
    package var exitCode: ExitCode {
        switch self {
        case .inUse: .tryAgain
        case .noDirectory, .notASocket, .system: .cannotCreate
        }
    }

    /// Whether the same may succeed later without anything else being done.
    package var isRetryable: Bool {
        if case .inUse = self { true } else { false }
    }

    package var message: String {
        switch self {
        case .noDirectory(let path): "the directory of the control socket \(path) does not exist"
        case .notASocket(let path): "\(path) is in the way of the control socket and is no socket"
        case .inUse(let path): "another process answers on the control socket \(path)"
        case .system(let path, let number):
            "the control socket \(path) cannot be opened: system error \(number)"
        }
    }

    /// What the user can do.
    package var hint: String? {
        switch self {
        case .noDirectory: "create it, or choose another with --runtime-dir"
        case .notASocket: "move it away, or choose another directory with --runtime-dir"
        case .inUse: "stop the other windsockd first"
        case .system: nil
        }
    }
}
