package import Core
import EventLoop

/// A clock that stands still until a test moves it.
///
/// `advance` runs sleepers in the order of their deadlines, so a test reads like a time-line; `untilAsleep`
/// waits for sleepers to have registered, so no test yields and hopes.
package final class ManualClock: Clock {
    package typealias Instant = Moment

    private struct State {
        var now: Moment
        var sleepers:
            [(deadline: Moment, identity: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var nextIdentity = 0
    }

    private let state: Lock<State>

    package init(now: Moment = Moment(nanoseconds: 1_000_000_000_000)) {
        state = Lock(State(now: now))
    }

    package var now: Moment { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until deadline: Moment, tolerance: Duration?) async throws {
        let identity = state.withLock { state in
            defer { state.nextIdentity += 1 }
            return state.nextIdentity
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                register(continuation, until: deadline, identity: identity)
            }
        } onCancel: {
            cancel(identity)
        }
    }

    private func register(
        _ continuation: CheckedContinuation<Void, any Error>, until deadline: Moment, identity: Int
    ) {
        enum Outcome { case asleep, due, cancelled }
        let (outcome, ready) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(identity) != nil { return (.cancelled, []) }
            if deadline <= state.now { return (.due, []) }
            state.sleepers.append((deadline, identity, continuation))
            let count = state.sleepers.count
            let ready = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (.asleep, ready)
        }
        for watcher in ready { watcher.resume() }
        switch outcome {
        case .asleep: break
        case .due: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ identity: Int) {
        let found = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.sleepers.firstIndex(where: { $0.identity == identity }) else {
                state.cancelled.insert(identity)
                return nil
            }
            return state.sleepers.remove(at: index).continuation
        }
        found?.resume(throwing: CancellationError())
    }

    /// Returns as soon as `count` sleepers wait.
    package func untilAsleep(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state -> Bool in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Moves time forward and wakes whoever is due, earliest first.
    package func advance(by duration: Duration) {
        let due = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }
                .sorted { ($0.deadline, $0.identity) < ($1.deadline, $1.identity) }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }
}
