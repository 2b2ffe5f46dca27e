import Control

extension ExitCode {
    /// For the table in the man page.
    package var meaning: String {
        switch self {
        case .done: "done, or the condition is true (status: the daemon answers)"
        case .conditionFalse: "the condition is false"
        case .notRunning: "the daemon is not running (status still prints what is stored)"
        case .unknown: "could not find out"
        case .usage: "the command line is wrong"
        case .badData: "bad or ambiguous data"
        case .unavailable: "what it needs is not there: the network, a key"
        case .cannotCreate: "a file cannot be created"
        case .inputOutput: "reading or writing failed"
        case .tryAgain: "somebody else is at it; try again"
        case .notPermitted: "not permitted"
        case .configuration: "the configuration is faulty"
        }
    }
}
