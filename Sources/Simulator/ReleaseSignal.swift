import CMicroHTTPD
import EventLoop
import Glibc

/// Wakes all threads that wait in it, once and for ever: the reading end of a pipe whose other end is closed.
final class ReleaseSignal: Sendable {
    enum Outcome {
        case raised
        case timedOut
        /// The client closed its connection, or lost it.
        case clientLeft
    }

    private let reading: Int32
    /// nil when raised.
    private let writing: Lock<Int32?>

    /// - Throws: `outOfDescriptors`.
    init() throws(SimulatorError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .outOfDescriptors }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = ends[0]
        writing = Lock(ends[1])
    }

    deinit {
        raise()
        close(reading)
    }

    func raise() {
        let descriptor = writing.withLock { writing in
            let descriptor = writing
            writing = nil
            return descriptor
        }
        if let descriptor { close(descriptor) }
    }

    /// Blocks until the signal is raised, the client is gone or the time is over; -1 is no limit.
    func wait(watching socket: Int32, milliseconds: Int32) -> Outcome {
        let end = SimulatedClock.monotonicMilliseconds() + Int64(milliseconds)
        while true {
            var watched = [
                pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(CMHD_PEER_CLOSED), revents: 0),
            ]
            let left = max(0, end - SimulatedClock.monotonicMilliseconds())
            let count = poll(&watched, 2, milliseconds < 0 ? -1 : Int32(clamping: left))
            if count == 0 { return .timedOut }
            guard count > 0 else {
                if errno == EINTR { continue }
                return .clientLeft
            }
            return watched[1].revents != 0 ? .clientLeft : .raised
        }
    }
}
