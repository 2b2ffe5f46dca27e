import CLinux
import Core
import EventLoop

/// Gives memory back after a burst.
///
/// A hundred calls under way hold 3 MB, most of it curl's; once they have ended, what the allocator finds free lies between
/// what is still needed, and would stay until the next burst.
@LoopActor
final class BurstMemory {
    /// Calls under way that are worth the walk through the heap, about half a millisecond.
    private static let burst = 16
    private static let calm: Duration = .seconds(1)

    private var underWay = 0
    private var most = 0
    private var timer: LoopTimer?
    private let onCalm: @LoopActor () -> Void

    /// `onCalm` lets go of what was kept for the burst.
    init(onCalm: @escaping @LoopActor () -> Void) {
        self.onCalm = onCalm
    }

    func callBegins() {
        underWay += 1
        most = max(most, underWay)
    }

    func callEnds() {
        underWay -= 1
        guard underWay == 0, most >= BurstMemory.burst else { return }
        timer = timer ?? LoopTimer { [weak self] in self?.release() }
        timer?.arm(LoopClock().now.advanced(by: BurstMemory.calm))
    }

    private func release() {
        most = underWay
        onCalm()
        clinux_release_free_memory()
    }
}
