import Glibc

/// The one lock: a value that is read and changed by one thread at a time.
///
/// It is pthread_mutex(3) and not `Synchronization.Mutex`, because ThreadSanitizer does not know the futex
/// calls of the latter and reports races that are none. The closure must not block and must not take the lock
/// again.
package final class Lock<Value>: @unchecked Sendable {
    // Invariant of the unchecked conformance: `value` is touched only while `mutex` is held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the value while no other thread has it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
