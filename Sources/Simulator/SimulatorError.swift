/// Why the simulator does not start.
enum SimulatorError: Error, Equatable {
    case usage(String)
    case cannotListen(address: String, code: Int32)
    case unreadable(file: String, code: Int32)
    case cannotStartDaemon
    case outOfDescriptors
    case networkIsChanging

    /// The exit codes of sysexits(3).
    var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .cannotListen, .cannotStartDaemon: 69
        case .outOfDescriptors, .networkIsChanging: 71
        case .unreadable: 66
        }
    }
}
