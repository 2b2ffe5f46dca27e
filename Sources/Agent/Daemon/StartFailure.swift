package import Control
import Store

/// Why windsockd could not start, or a reload could not be done.
///
/// After the start nothing is fatal any more.
package struct StartFailure: Error, Equatable, Sendable {
    package var message: String
    package var hint: String?
    package var exitCode: ExitCode
    /// One for each fault of a configuration file.
    package var lines: [String] = []

    package init(_ message: String, hint: String?, _ exitCode: ExitCode, lines: [String] = []) {
        self.message = message
        self.hint = hint
        self.exitCode = exitCode
        self.lines = lines
    }

    init(_ error: StoreError) {
        self.init(error.message, hint: error.hint, ExitCode(rawValue: error.exitCode) ?? .inputOutput)
    }

    init(_ error: ControlBindError) {
        self.init(error.message, hint: error.hint, error.exitCode)
    }
}
