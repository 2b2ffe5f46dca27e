/// What a daemon's callbacks work with.
final class DaemonContext: Sendable {
    let handler: any RequestHandler
    let connections: ConnectionTable
    let clock: SimulatedClock

    init(handler: any RequestHandler, connections: ConnectionTable, clock: SimulatedClock) {
        self.handler = handler
        self.connections = connections
        self.clock = clock
    }
}
