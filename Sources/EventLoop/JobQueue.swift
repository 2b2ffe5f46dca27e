import CLinux
import Glibc

/// The jobs waiting for the loop thread, from any thread, and the eventfd that wakes it for them.
final class JobQueue: Sendable {
    struct Entry {
        var job: UnownedJob
        var onActor: Bool
    }

    private struct State {
        var entries: [Entry] = []
        /// The loop is about to block or blocked in epoll_wait, and nobody has woken it yet.
        var isWaiting = false
        var thread: pthread_t?
    }

    private let state = Lock(State())
    /// Readable when jobs arrived while the loop was waiting (eventfd(2)).
    let descriptor: Int32

    init() {
        descriptor = clinux_eventfd()
        precondition(descriptor >= 0, "eventfd: \(errno)")
    }

    var isOnLoopThread: Bool {
        state.withLock { state in
            guard let thread = state.thread else { return false }
            return pthread_equal(thread, pthread_self()) != 0
        }
    }

    /// The calling thread is the loop's from now on.
    func adoptThread() {
        state.withLock { $0.thread = pthread_self() }
    }

    func append(_ job: UnownedJob, onActor: Bool) {
        let mustWake = state.withLock { state in
            state.entries.append(Entry(job: job, onActor: onActor))
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if mustWake { wake() }
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// All waiting jobs, in order.
    func takeAll() -> [Entry] {
        state.withLock { state in
            let taken = state.entries
            state.entries = []
            return taken
        }
    }

    /// True when there is nothing to run, so that the loop may block; from then on an append wakes it.
    func prepareToWait() -> Bool {
        state.withLock { state in
            state.isWaiting = state.entries.isEmpty
            return state.isWaiting
        }
    }

    func drainDescriptor() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
