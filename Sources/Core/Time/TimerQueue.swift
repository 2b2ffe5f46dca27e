/// Deadlines and what to do at them, earliest first; of equal ones the first registered first.
///
/// Inlinable, because generic code of another module is specialised only where it can be seen.
package struct TimerQueue<Action: Sendable>: Sendable {
    @usableFromInline var deadlines = DeadlineHeap()
    /// By the slot of the deadline.
    @usableFromInline var actions: [Action?] = []

    @inlinable package init() {}

    /// Timers that have neither fired nor been cancelled.
    @inlinable package var count: Int { deadlines.count }

    /// The earliest deadline of a timer that is not cancelled.
    @inlinable package var earliest: Moment? { deadlines.earliest }

    /// Registers a timer; the identity cancels it.
    @inlinable package mutating func insert(_ action: Action, at deadline: Moment) -> UInt64 {
        let (identity, slot) = deadlines.insert(deadline)
        if slot == actions.count { actions.append(action) } else { actions[slot] = action }
        return identity
    }

    /// The action of a timer that has not fired, which now never will; nil when it has or was cancelled
    /// before.
    @discardableResult
    @inlinable package mutating func cancel(_ identity: UInt64) -> Action? {
        deadlines.cancel(identity).flatMap { take($0) }
    }

    /// The actions of all timers due at `now`, in order.
    @inlinable package mutating func popDue(_ now: Moment) -> [Action] {
        var due: [Action] = []
        while let (action, _) = popFirst(dueBy: now) { due.append(action) }
        return due
    }

    /// The action of the earliest timer if it is due at `now`, with its deadline.
    @inlinable package mutating func popFirst(dueBy now: Moment) -> (action: Action, deadline: Moment)? {
        guard let (slot, deadline) = deadlines.popFirst(dueBy: now), let action = take(slot) else {
            return nil
        }
        return (action, deadline)
    }

    @inlinable mutating func take(_ slot: Int) -> Action? {
        let action = actions[slot]
        actions[slot] = nil
        return action
    }
}
