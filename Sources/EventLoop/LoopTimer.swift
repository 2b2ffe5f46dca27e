package import Core

/// One timer of the loop that can be armed again and again, for code that is driven by callbacks (curl, a
/// state machine's next deadline).
///
/// Code that can wait uses `LoopClock.sleep`.
@LoopActor
package final class LoopTimer {
    private var identity: UInt64?
    private var armedFor: Moment?
    private var armings = 0
    private let handler: @LoopActor () -> Void

    package init(_ handler: @escaping @LoopActor () -> Void) {
        self.handler = handler
    }

    /// Fires once at `deadline`, instead of whenever it was armed for before.
    ///
    /// Nil disarms.
    package func arm(_ deadline: Moment?) {
        guard deadline != armedFor else { return }
        disarm()
        guard let deadline else { return }
        armedFor = deadline
        let number = armings
        identity = EventLoop.shared.addTimer(at: deadline) { [weak self] in
            LoopActor.assumeIsolated { self?.fire(number) }
        }
    }

    package func disarm() {
        if let identity { _ = EventLoop.shared.cancelTimer(identity) }
        (identity, armedFor) = (nil, nil)
        armings += 1
    }

    /// A timer that came due in the same turn as what disarmed it is out of the queue already: it is told by its number.
    private func fire(_ number: Int) {
        guard number == armings else { return }
        (identity, armedFor) = (nil, nil)
        handler()
    }

    isolated deinit {
        disarm()
    }
}
