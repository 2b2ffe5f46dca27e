/// The exit codes of `windsock`, the numbers of sysexits.h where it has one.
package enum ExitCode: Int32, CaseIterable, Sendable {
    /// Done, or true.
    case done = 0
    /// A condition is false.
    case conditionFalse = 1
    /// The daemon is not running.
    case notRunning = 3
    /// It could not be found out.
    case unknown = 4
    /// EX_USAGE: the command line.
    case usage = 64
    /// EX_DATAERR: bad or ambiguous data.
    case badData = 65
    /// EX_UNAVAILABLE: offline, or what it needs is missing.
    case unavailable = 69
    /// EX_CANTCREAT.
    case cannotCreate = 73
    /// EX_IOERR.
    case inputOutput = 74
    /// EX_TEMPFAIL: try again.
    case tryAgain = 75
    /// EX_NOPERM.
    case notPermitted = 77
    /// EX_CONFIG.
    case configuration = 78
}
