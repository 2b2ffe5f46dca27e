import EventLoop

/// The API port, which can vanish and come back.
final class APINetwork: Sendable {
    private enum State: Sendable {
        case up(HTTPDaemon)
        case down
        case changing
    }

    private let listening: ListeningSocket
    private let context: DaemonContext
    private let certificate: TLSCertificate?
    private let state = Lock(State.down)

    /// Begins without a network.
    init(listening: ListeningSocket, context: DaemonContext, certificate: TLSCertificate?) {
        self.listening = listening
        self.context = context
        self.certificate = certificate
    }

    /// Up: listens, on the same port as before.
    ///
    /// Down: returns when connects are refused and every open connection has been reset, whatever it was busy
    /// with.
    ///
    /// - Throws: `networkIsChanging` while another thread is at it; `cannotListen`, `cannotStartDaemon`, and
    ///   then it stays down.
    func set(isUp: Bool) throws(SimulatorError) {
        let before = state.withLock { state in
            let before = state
            state = .changing
            return before
        }
        switch before {
        case .changing:
            throw .networkIsChanging
        case .up(let daemon) where !isUp:
            listening.refuse()
            context.connections.resetAll()
            daemon.stop()
            state.withLock { $0 = .down }
        case .down where isUp:
            do throws(SimulatorError) {
                context.connections.allow()
                let daemon = try HTTPDaemon(
                    listening: try listening.open(), context: context, certificate: certificate)
                state.withLock { $0 = .up(daemon) }
            } catch {
                listening.refuse()
                state.withLock { $0 = .down }
                throw error
            }
        case .up, .down:
            state.withLock { $0 = before }
        }
    }
}
