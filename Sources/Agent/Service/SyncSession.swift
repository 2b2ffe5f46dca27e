import Control
import Core
import EventLoop

/// One `windsock sync`: the fetches it set off, counted as they end.
@LoopActor
final class SyncSession {
    private var outstanding: Set<JobName>
    private var progress: SyncProgress
    private let continuation: AsyncStream<SyncProgress>.Continuation
    private let engine: Engine
    private let places: [PlaceID]

    /// Hurries the places and returns the stream of reports: the first at once, the last with `isFinished`.
    static func begin(_ places: [PlaceID], _ engine: Engine) -> AsyncStream<SyncProgress> {
        engine.handle(.sync(.syncRequested(places)))
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncProgress.self, bufferingPolicy: .bufferingNewest(64))
        let session = SyncSession(places, engine, continuation)
        guard session.report() else { return stream }
        let listener = engine.observers.addListener { session.note($0) }
        continuation.onTermination = { _ in
            EventLoop.shared.perform { engine.observers.removeListener(listener) }
        }
        return stream
    }

    private init(
        _ places: [PlaceID], _ engine: Engine, _ continuation: AsyncStream<SyncProgress>.Continuation
    ) {
        self.places = places
        self.engine = engine
        self.continuation = continuation
        outstanding = engine.machine.sync.dueJobs(of: places, at: engine.now)
        progress = SyncProgress(total: outstanding.count)
    }

    private func note(_ content: MonitorEvent.Content) {
        switch content {
        case .attempt(let attempt):
            guard let place = attempt.record.place else { return }
            note(attempt.record, JobName(place: place, kind: attempt.record.kind))
        case .reachability, .gate, .key: _ = report()
        case .place: break
        }
    }

    private func note(_ attempt: AttemptRecord, _ name: JobName) {
        guard outstanding.contains(name) else { return }
        progress.failedPlace = nil
        progress.failure = nil
        switch attempt.outcome {
        case StoredOutcome.stored.rawValue: progress.stored += 1
        case StoredOutcome.unchanged.rawValue: progress.unchanged += 1
        default:
            let record = engine.machine.progress(of: name.place, at: engine.now)?.lastFailure
            progress.failedPlace = engine.places[name.place]?.name
            progress.failure = record
            // Everything else is tried again by itself.
            guard ["give_up", "wait_place"].contains(attempt.decision) else {
                _ = report()
                return
            }
            progress.failed += 1
        }
        outstanding.remove(name)
        _ = report()
    }

    /// Yields the state; false when that was the last report.
    private func report() -> Bool {
        progress.isFinished = outstanding.isEmpty
        progress.waitingFor = nil
        progress.waitingUntil = nil
        if let next = outstanding.min(by: { $0.place < $1.place }),
            let place = engine.machine.progress(of: next.place, at: engine.now)
        {
            progress.waitingFor = place.waitingFor == .interval ? nil : place.waitingFor
            progress.waitingUntil = place.nextAttempt.map { engine.now.wall(at: $0) }
        }
        continuation.yield(progress)
        if progress.isFinished { continuation.finish() }
        return !progress.isFinished
    }
}
