import Glibc

extension SimulatorError {
    /// What went wrong, in one line.
    var message: String {
        switch self {
        case .usage(let fault): "\(fault) (--help shows the options)"
        case .cannotListen(let address, let code): "cannot listen on \(address): \(Self.text(code))"
        case .unreadable(let file, let code): "cannot read \(file): \(Self.text(code))"
        case .cannotStartDaemon: "cannot start the HTTP server: are certificate and key a valid PEM pair?"
        case .outOfDescriptors: "out of file descriptors"
        case .networkIsChanging: "the network is being switched by another request"
        }
    }

    private static func text(_ code: Int32) -> String {
        // glibc keeps one buffer for each thread.
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
