import CLinux
import Core
import Glibc

/// The one thread on which windsock waits: epoll(7) over descriptors, one timerfd on CLOCK_BOOTTIME, one
/// eventfd for jobs from other threads.
///
/// There is one loop in a process, as there is one main thread. `run` gives it the calling thread. Without a
/// timer, a ready descriptor or a job the thread sleeps in epoll_wait(2) and nothing wakes it.
package final class EventLoop: Sendable {
    package static let shared = EventLoop()

    let serialExecutor: LoopSerialExecutor
    private let taskExecutorStorage: LoopTaskExecutor
    private let queue: JobQueue
    private let timers: Lock<Timers>
    private let epoll: Int32

    private struct Timers {
        var queue = TimerQueue<@Sendable () -> Void>()
        /// What the timerfd is armed for.
        var armed: Moment?
        let descriptor: Int32
    }

    private enum Token {
        static let jobs: UInt64 = 0
        static let timer: UInt64 = 1
        static let firstWatch: UInt64 = 2
    }

    private init() {
        queue = JobQueue()
        serialExecutor = LoopSerialExecutor(queue: queue)
        taskExecutorStorage = LoopTaskExecutor(queue: queue)
        epoll = clinux_epoll_create()
        let timer = clinux_timerfd_boottime()
        precondition(epoll >= 0 && timer >= 0, "epoll or timerfd: \(errno)")
        timers = Lock(Timers(descriptor: timer))
        _ = clinux_epoll_add(epoll, queue.descriptor, UInt32(CLINUX_READABLE), Token.jobs)
        _ = clinux_epoll_add(epoll, timer, UInt32(CLINUX_READABLE), Token.timer)
    }

    /// The preference for tasks whose code belongs to no actor.
    package var taskExecutor: any TaskExecutor { taskExecutorStorage }

    /// Runs the loop on the calling thread until `root` returns, and returns what it returned.
    ///
    /// `root` is the only unstructured task there is; everything else is a child of it. Children that outlive
    /// it are not waited for.
    package func run<Result: Sendable>(_ root: @escaping @LoopActor @Sendable () async -> Result) -> Result {
        queue.adoptThread()
        let outcome = Lock<Result?>(nil)
        let finish: @Sendable (Result) -> Void = { result in outcome.withLock { $0 = result } }
        Task(executorPreference: taskExecutorStorage) { finish(await root()) }
        while true {
            runJobs()
            // Before waiting: the root may have been the last thing that would ever wake the loop.
            if let result = outcome.withLock({ $0 }) { return result }
            waitForEvents()
        }
    }

    private func runJobs() {
        let serial = serialExecutor.asUnownedSerialExecutor()
        let task = taskExecutorStorage.asUnownedTaskExecutor()
        for entry in queue.takeAll() {
            if entry.onActor {
                // With both, a task that goes from the actor to itself goes on at once instead of queueing up again.
                entry.job.runSynchronously(isolatedTo: serial, taskExecutor: task)
            } else {
                entry.job.runSynchronously(on: task)
            }
        }
    }

    /// Waits for a descriptor, the timer or a job, unless there is work already, and dispatches what has come.
    private func waitForEvents() {
        let mayBlock = queue.prepareToWait() && armForWait()
        withUnsafeTemporaryAllocation(of: clinux_event.self, capacity: 64) { events in
            guard let base = events.baseAddress else { return }
            let count = clinux_epoll_wait(epoll, base, 64, mayBlock ? -1 : 0)
            for index in 0..<max(0, Int(count)) { dispatch(base[index]) }
        }
        fireTimers()
    }

    private func dispatch(_ event: clinux_event) {
        switch event.token {
        case Token.jobs: queue.drainDescriptor()
        case Token.timer: readTimer()
        default:
            LoopActor.assumeIsolated {
                DescriptorWatches.shared.deliver(Readiness(rawValue: event.events), to: event.token)
            }
        }
    }

    // MARK: timers

    /// Sets the timerfd to the earliest deadline; false when that has come.
    ///
    /// The loop thread arms it nowhere else: a deadline that is moved a hundred times in one turn, as curl's is,
    /// costs one system call or none.
    private func armForWait() -> Bool {
        timers.withLock { timers in
            if let earliest = timers.queue.earliest, earliest <= LoopClock().now { return false }
            EventLoop.arm(&timers)
            return true
        }
    }

    private func readTimer() {
        timers.withLock { timers in
            var expirations: UInt64 = 0
            _ = read(timers.descriptor, &expirations, 8)
            timers.armed = nil
        }
    }

    private func fireTimers() {
        let due = timers.withLock { timers in
            timers.queue.count == 0 ? [] : timers.queue.popDue(LoopClock().now)
        }
        for action in due { action() }
    }

    /// Calls `action` on the loop thread at `deadline` or as soon after as it is free.
    ///
    /// May be called on any thread.
    func addTimer(at deadline: Moment, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        timers.withLock { timers in
            let identity = timers.queue.insert(action, at: deadline)
            // Another thread must wake it.
            if !queue.isOnLoopThread { EventLoop.arm(&timers) }
            return identity
        }
    }

    /// True when the timer had not fired and now will not.
    func cancelTimer(_ identity: UInt64) -> Bool {
        timers.withLock { $0.queue.cancel(identity) != nil }
    }

    /// Runs `action` on the loop thread in its next turn, in the order of the calls.
    ///
    /// May be called on any thread: it is how a worker thread hands over what it found.
    package func perform(_ action: @escaping @LoopActor @Sendable () -> Void) {
        _ = addTimer(at: .distantPast) { LoopActor.assumeIsolated { action() } }
    }

    /// Timers waiting; for tests that check that nobody is asleep.
    package var timerCount: Int { timers.withLock { $0.queue.count } }

    private static func arm(_ timers: inout Timers) {
        let earliest = timers.queue.earliest
        guard earliest != timers.armed else { return }
        timers.armed = earliest
        _ = clinux_timerfd_arm(timers.descriptor, earliest.map { max(1, $0.nanoseconds) } ?? 0)
    }

    // MARK: descriptors

    func addDescriptor(_ descriptor: Int32, interest: Readiness, token: UInt64) -> Bool {
        clinux_epoll_add(epoll, descriptor, interest.rawValue, token) == 0
    }

    func modifyDescriptor(_ descriptor: Int32, interest: Readiness, token: UInt64) -> Bool {
        clinux_epoll_modify(epoll, descriptor, interest.rawValue, token) == 0
    }

    /// Failure is no fault: a descriptor that was closed has left the set by itself.
    func removeDescriptor(_ descriptor: Int32) {
        _ = clinux_epoll_remove(epoll, descriptor)
    }

    static let firstWatchToken = Token.firstWatch
}
