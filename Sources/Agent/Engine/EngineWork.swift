import Core
import EventLoop

/// What takes time, and waits here until a child of `Engine.run` does it.
///
/// What is added in one turn of the loop is taken at once, and what is to be remembered is written at once: a burst of
/// answers costs one task and one job of the store instead of one for each.
@LoopActor
final class EngineWork {
    enum Item: Sendable {
        case probe(ProbeRequest)
        case fetch(FetchOrder)
        case remember(SyncChange)
        case heal
        case putBallast
        case recover
        case setStatus(PlaceID, PlaceStatus)
        case resolve(PlaceID, PlaceCandidate)
        case offer(PlaceID, [PlaceCandidate])
    }

    private var items: [Item] = []
    private var unrecorded = SyncChange()
    /// Rings when there is something to take.
    let bell: AsyncStream<Void>
    private let rope: AsyncStream<Void>.Continuation

    init() {
        (bell, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ item: Item) {
        items.append(item)
        rope.yield()
    }

    /// Adds to what the next `.remember` has to write.
    func record(_ change: SyncChange) {
        unrecorded.append(change)
        rope.yield()
    }

    /// Everything that has been added since the last time.
    func take() -> [Item] {
        defer { (items, unrecorded) = ([], SyncChange()) }
        return unrecorded == SyncChange() ? items : items + [.remember(unrecorded)]
    }
}
