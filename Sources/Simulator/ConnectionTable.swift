import EventLoop
import Glibc

/// The open connections of the API port, each with a number of its own.
final class ConnectionTable: Sendable {
    private struct State {
        var serials: [Int32: Int] = [:]
        var lastSerial = 0
        var isRefusing = false
    }

    private let state = Lock(State())

    /// Called when a connection was accepted.
    ///
    /// It is reset at once while the network is down.
    func opened(_ descriptor: Int32) {
        state.withLock { state in
            state.lastSerial += 1
            state.serials[descriptor] = state.lastSerial
            if state.isRefusing { resetConnection(descriptor) }
        }
    }

    /// Called before the descriptor is closed.
    func closed(_ descriptor: Int32) {
        state.withLock { state in _ = state.serials.removeValue(forKey: descriptor) }
    }

    /// The number of an open connection, counted from 1 since the start.
    func serial(of descriptor: Int32) -> Int {
        state.withLock { state in state.serials[descriptor] ?? 0 }
    }

    /// Resets every connection, and every one accepted from now on.
    func resetAll() {
        state.withLock { state in
            state.isRefusing = true
            for descriptor in state.serials.keys { resetConnection(descriptor) }
        }
    }

    /// Connections may stay open again.
    func allow() {
        state.withLock { state in state.isRefusing = false }
    }
}

/// Sends RST now, from any thread, and leaves the descriptor to its owner: connect(2) to AF_UNSPEC dissolves
/// a TCP association.
///
/// The linger time of 0 makes the close that follows abortive, too.
nonisolated func resetConnection(_ descriptor: Int32) {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    var nowhere = sockaddr()
    nowhere.sa_family = sa_family_t(AF_UNSPEC)
    _ = connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
}
