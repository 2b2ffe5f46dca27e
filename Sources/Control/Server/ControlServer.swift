import Core
package import EventLoop
import Glibc

/// The control socket: Varlink (https://varlink.org) over a Unix socket, interface `org.windsock.Agent`.
///
/// From `init` on clients can connect; they are answered while `run` runs. Nothing a client sends, or does not read, can
/// block the loop or grow memory beyond `ControlLimits`. One client's slow call does not hold up another client.
@LoopActor
package final class ControlServer {
    private let dispatcher: CallDispatcher
    private let authority: ControlAuthority
    private let limits: ControlLimits
    private var listener: ListeningSocket?
    private var watch: DescriptorWatch?
    private lazy var acceptTimer = LoopTimer { [weak self] in self?.watch?.change(to: .readable) }
    /// In the order in which they came.
    private var connections: [ControlConnection] = []
    /// Connections with a call to answer: each at most once, so there are never more than clients.
    private let calls: AsyncStream<ControlConnection>
    private let announce: AsyncStream<ControlConnection>.Continuation

    /// How long to accept nobody when the process has no descriptors left.
    private static let acceptPause: Duration = .seconds(1)

    /// Binds the socket, mode 0666, replacing one that a process which died has left.
    ///
    /// - Throws: `noDirectory`, `notASocket` for anything else at the path, `inUse` when somebody answers, `system`.
    package init(
        path: String, authority: ControlAuthority, service: any AgentService, identity: ServiceIdentity,
        limits: ControlLimits = ControlLimits()
    ) throws(ControlBindError) {
        listener = try ListeningSocket(path: path)
        self.authority = authority
        self.limits = limits
        dispatcher = CallDispatcher(service: service, identity: identity, authority: authority)
        (calls, announce) = AsyncStream.makeStream(of: ControlConnection.self)
    }

    /// Clients connected now.
    package var clientCount: Int { connections.count }

    /// Answers clients until the task is cancelled; then calls under way are cancelled and waited for,
    /// connections are closed and the socket is removed.
    ///
    /// Runs once.
    package func run() async {
        guard let descriptor = listener?.descriptor else { return }
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] _ in self?.accept() }
        await withDiscardingTaskGroup { group in
            for await connection in calls {
                group.addTask { [dispatcher] in await connection.answer(with: dispatcher) }
            }
            watch?.cancel()
            watch = nil
            group.cancelAll()
        }
        for connection in connections { connection.close() }
        listener = nil
    }

    private func accept() {
        while let descriptor = listener?.accept() {
            if descriptor >= 0 {
                admit(descriptor)
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return
            default:
                // EMFILE and its kin: the client stays in the queue and the listener would report it without end.
                watch?.change(to: [])
                acceptTimer.arm(LoopClock().now.advanced(by: ControlServer.acceptPause))
                return
            }
        }
    }

    private func admit(_ descriptor: Int32) {
        let mayChange = authority.mayChange(PeerCredentials(of: descriptor))
        let admission = Admission(
            newcomerMayChange: mayChange, clientsMayChange: connections.map(\.mayChange),
            limit: limits.clients)
        let connection = ControlConnection(
            descriptor: descriptor, mayChange: mayChange, limits: limits,
            announce: { [announce] in announce.yield($0) },
            didClose: { [weak self] closed in self?.connections.removeAll { $0 === closed } })
        guard let connection else { return }
        switch admission {
        case .admitted: connections.append(connection)
        case .displacing(let reader):
            let displaced = connections[reader]
            connections.append(connection)
            displaced.drop()
        case .refused:
            connection.refuse(.tryAgain(reason: "windsockd has \(limits.clients) clients already"))
            connection.close()
        }
    }
}
