import CLinux
import Glibc

/// A thread of its own for one thing that blocks: look-ups, the disk.
///
/// Jobs run one after the other, in order.
///
/// The thread sleeps on a condition variable while it has nothing to do, and ends when the object is released
/// or `stop` was called and the jobs accepted before have run.
package final class WorkerThread: Sendable {
    private let queue: Queue

    /// Starts the thread.
    ///
    /// `name` is cut to 15 bytes.
    package init(name: String) {
        queue = Queue(name: name)
        queue.start()
    }

    deinit {
        queue.close()
    }

    /// Appends a job.
    ///
    /// False when the thread has been stopped: the job will never run.
    @discardableResult
    package func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        queue.append(job)
    }

    /// No more jobs; the thread ends behind the last one.
    ///
    /// Does not wait.
    package func stop() {
        queue.close()
    }
}

/// The part the thread itself holds on to.
private final class Queue: @unchecked Sendable {
    // Invariant: `jobs` and `isClosed` are touched only while `mutex` is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var isClosed = false
    private let name: String

    init(name: String) {
        self.name = name
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Half a megabyte of address space holds getaddrinfo and SQLite; the default is eight.
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        var thread = pthread_t()
        let result = pthread_create(&thread, &attributes, runQueue, Unmanaged.passRetained(self).toOpaque())
        pthread_attr_destroy(&attributes)
        precondition(result == 0, "pthread_create: \(result)")
    }

    func append(_ job: @escaping @Sendable () -> Void) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        jobs.append(job)
        pthread_cond_signal(condition)
        return true
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func run() {
        clinux_name_thread(name)
        while let batch = next() {
            for job in batch { job() }
        }
    }

    /// Waits for jobs; nil when closed and empty.
    private func next() -> [@Sendable () -> Void]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            if isClosed { return nil }
            pthread_cond_wait(condition, mutex)
        }
        defer { jobs = [] }
        return jobs
    }
}

private nonisolated func runQueue(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Queue>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
