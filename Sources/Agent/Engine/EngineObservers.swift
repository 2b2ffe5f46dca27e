import Control
import Core
import EventLoop

/// Those who watch the engine: streams of `Monitor`, and callers who wait for the next verdict.
@LoopActor
final class EngineObservers {
    /// Events kept for a reader that is slow; then the oldest go.
    private static let backlog = 256

    private var streams: [Int: AsyncStream<MonitorUpdate>.Continuation] = [:]
    private var waiters: [Int: Promise<Void>] = [:]
    private var listeners: [Int: @LoopActor (MonitorEvent.Content) -> Void] = [:]
    private var nextIdentity = 0

    func tell(_ content: MonitorEvent.Content) {
        let event = MonitorEvent(at: WallClock.now, content)
        for stream in streams.values { stream.yield(.event(event)) }
        for listener in listeners.values { listener(content) }
    }

    /// `first`, then every event until the reader ends it.
    func stream(beginningWith first: MonitorUpdate) -> AsyncStream<MonitorUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MonitorUpdate.self, bufferingPolicy: .bufferingNewest(EngineObservers.backlog))
        let identity = newIdentity()
        streams[identity] = continuation
        continuation.onTermination = { [weak self] _ in
            EventLoop.shared.perform { self?.streams[identity] = nil }
        }
        continuation.yield(first)
        return stream
    }

    /// Calls `listener` with every event until the returned identity is given to `removeListener`.
    func addListener(_ listener: @escaping @LoopActor (MonitorEvent.Content) -> Void) -> Int {
        let identity = newIdentity()
        listeners[identity] = listener
        return identity
    }

    func removeListener(_ identity: Int) {
        listeners[identity] = nil
    }

    func noteProgress(isSettled: Bool) {
        guard isSettled, !waiters.isEmpty else { return }
        let ready = waiters.values
        waiters = [:]
        for waiter in ready { waiter.fulfil(()) }
    }

    /// Returns when the monitor is next settled, or at the deadline.
    ///
    /// Returns at once when the task is cancelled.
    func untilSettled(before deadline: Moment) async {
        let identity = newIdentity()
        let settled = Promise<Void>()
        waiters[identity] = settled
        let timer = LoopTimer { settled.fulfil(()) }
        timer.arm(deadline)
        await withTaskCancellationHandler {
            await settled.wait()
        } onCancel: {
            EventLoop.shared.perform { settled.fulfil(()) }
        }
        timer.disarm()
        waiters[identity] = nil
    }

    private func newIdentity() -> Int {
        nextIdentity += 1
        return nextIdentity
    }
}
