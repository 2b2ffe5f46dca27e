/// Deadlines and what to do at them, earliest first; of equal ones the first registered first.
///
/// A binary heap with lazy removal: a cancelled timer's entry stays until it surfaces or half of the heap is
/// cancelled ones.
package struct TimerQueue<Action: Sendable>: Sendable {
    private struct Entry: Sendable {
        var deadline: Moment
        var identity: UInt64

        func precedes(_ other: Entry) -> Bool {
            (deadline.nanoseconds, identity) < (other.deadline.nanoseconds, other.identity)
        }
    }

    private var heap: [Entry] = []
    private var actions: [UInt64: Action] = [:]
    private var nextIdentity: UInt64 = 0

    package init() {}

    /// Timers that have neither fired nor been cancelled.
    package var count: Int { actions.count }

    /// The earliest deadline of a timer that is not cancelled.
    package var earliest: Moment? {
        mutating get {
            dropCancelled()
            return heap.first?.deadline
        }
    }

    /// Registers a timer; the identity cancels it.
    package mutating func insert(_ action: Action, at deadline: Moment) -> UInt64 {
        let identity = nextIdentity
        nextIdentity += 1
        actions[identity] = action
        heap.append(Entry(deadline: deadline, identity: identity))
        siftUp(heap.count - 1)
        return identity
    }

    /// The action of a timer that has not fired, which now never will; nil when it has or was cancelled
    /// before.
    package mutating func cancel(_ identity: UInt64) -> Action? {
        guard let action = actions.removeValue(forKey: identity) else { return nil }
        if heap.count > 64, actions.count * 2 < heap.count {
            heap.removeAll { actions[$0.identity] == nil }
            heap.sort { $0.precedes($1) }
        }
        return action
    }

    /// The actions of all timers due at `now`, in order.
    package mutating func popDue(_ now: Moment) -> [Action] {
        var due: [Action] = []
        while let (action, _) = popFirst(dueBy: now) { due.append(action) }
        return due
    }

    /// The action of the earliest timer if it is due at `now`, with its deadline.
    package mutating func popFirst(dueBy now: Moment) -> (action: Action, deadline: Moment)? {
        while let first = heap.first, first.deadline <= now {
            removeFirst()
            if let action = actions.removeValue(forKey: first.identity) { return (action, first.deadline) }
        }
        return nil
    }

    private mutating func dropCancelled() {
        while let first = heap.first, actions[first.identity] == nil { removeFirst() }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].precedes(heap[smallest]) {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
