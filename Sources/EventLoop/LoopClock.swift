import CLinux
package import Core

/// CLOCK_BOOTTIME as a Swift clock whose sleeps are timers of the event loop.
///
/// A sleep costs no thread and, unlike `Task.sleep`, does not start libdispatch. It counts time the machine
/// is asleep, so overdue sleeps end together on resume.
package struct LoopClock: Clock {
    package typealias Instant = Moment

    package init() {}

    package var now: Moment { Moment(nanoseconds: clinux_boottime_ns()) }

    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Returns at `deadline`; the tolerance is not used.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func sleep(until deadline: Moment, tolerance: Duration? = nil) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.start(continuation, until: deadline)
            }
        } onCancel: {
            sleeper.cancel()
        }
    }
}

/// Resumes one continuation once: by its timer or by cancellation, whichever comes first, in either order
/// with `start`.
private final class Sleeper: Sendable {
    private enum State {
        case idle
        case asleep(CheckedContinuation<Void, any Error>, timer: UInt64)
        case done
    }

    private let state = Lock<State>(.idle)

    func start(_ continuation: CheckedContinuation<Void, any Error>, until deadline: Moment) {
        let startedDone = state.withLock { state -> Bool in
            guard case .idle = state else { return true }
            // Taken while the lock is held: the timer may fire at once on the loop thread and must find the state set.
            let timer = EventLoop.shared.addTimer(at: deadline) { [self] in fire() }
            state = .asleep(continuation, timer: timer)
            return false
        }
        if startedDone { continuation.resume(throwing: CancellationError()) }
    }

    private func fire() {
        take()?.continuation.resume()
    }

    func cancel() {
        guard let asleep = take() else { return }
        _ = EventLoop.shared.cancelTimer(asleep.timer)
        asleep.continuation.resume(throwing: CancellationError())
    }

    private func take() -> (continuation: CheckedContinuation<Void, any Error>, timer: UInt64)? {
        state.withLock { state in
            defer { state = .done }
            guard case .asleep(let continuation, let timer) = state else { return nil }
            return (continuation, timer)
        }
    }
}

/// The wall clock.
///
/// It is read where something is stamped, and drives no wait.
package enum WallClock {
    package static var now: UnixTime { UnixTime(seconds: clinux_realtime_ns() / 1_000_000_000) }

    /// Time the machine has spent asleep since it was started: CLOCK_BOOTTIME less CLOCK_MONOTONIC.
    package static var timeAsleep: Duration {
        .nanoseconds(clinux_boottime_ns() - clinux_monotonic_ns())
    }
}

/// CLOCK_MONOTONIC since the machine was started, time asleep not included; for systemd, which counts so.
package enum MonotonicClock {
    package static var now: Duration { .nanoseconds(clinux_monotonic_ns()) }
}
