/// Deadlines and what to do at them, earliest first; of equal ones the first registered first.
///
/// A binary heap whose entries know their slots and whose slots know their entries, so that cancelling
/// removes a timer at once and a timer costs no hashing. Slots are used again; an identity carries the
/// slot's age, so that an old one cancels nothing.
package struct TimerQueue<Action: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var deadline: Moment
        @usableFromInline var order: UInt64
        @usableFromInline var slot: Int

        @inlinable
        init(deadline: Moment, order: UInt64, slot: Int) {
            self.deadline = deadline
            self.order = order
            self.slot = slot
        }

        @inlinable
        func precedes(_ other: Entry) -> Bool {
            deadline.nanoseconds != other.deadline.nanoseconds
                ? deadline.nanoseconds < other.deadline.nanoseconds : order < other.order
        }
    }

    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var action: Action?
        @usableFromInline var age: UInt32 = 0
        /// Where its entry is in the heap; meaningless while there is no action.
        @usableFromInline var position = 0

        @inlinable
        init() {}
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var slots: [Slot] = []
    @usableFromInline var freeSlots: [Int] = []
    @usableFromInline var nextOrder: UInt64 = 0

    @inlinable
    package init() {}

    /// Timers that have neither fired nor been cancelled.
    @inlinable package var count: Int { heap.count }

    /// The earliest deadline of a timer that is not cancelled.
    @inlinable package var earliest: Moment? { heap.first?.deadline }

    /// Registers a timer; the identity cancels it.
    @inlinable
    package mutating func insert(_ action: Action, at deadline: Moment) -> UInt64 {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = slots.count
            slots.append(Slot())
        }
        slots[slot].action = action
        heap.append(Entry(deadline: deadline, order: nextOrder, slot: slot))
        nextOrder += 1
        siftUp(heap.count - 1)
        return UInt64(slots[slot].age) << 32 | UInt64(slot)
    }

    /// The action of a timer that has not fired, which now never will; nil when it has or was cancelled
    /// before.
    @inlinable
    package mutating func cancel(_ identity: UInt64) -> Action? {
        let slot = Int(identity & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].age == UInt32(identity >> 32), slots[slot].action != nil else {
            return nil
        }
        return remove(at: slots[slot].position)
    }

    /// The actions of all timers due at `now`, in order.
    @inlinable
    package mutating func popDue(_ now: Moment) -> [Action] {
        var due: [Action] = []
        while let (action, _) = popFirst(dueBy: now) { due.append(action) }
        return due
    }

    /// The action of the earliest timer if it is due at `now`, with its deadline.
    @inlinable
    package mutating func popFirst(dueBy now: Moment) -> (action: Action, deadline: Moment)? {
        guard let first = heap.first, first.deadline <= now, let action = remove(at: 0) else { return nil }
        return (action, first.deadline)
    }

    @inlinable
    mutating func remove(at position: Int) -> Action? {
        let slot = heap[position].slot
        let last = heap.removeLast()
        if position < heap.count {
            heap[position] = last
            slots[last.slot].position = position
            siftDown(position)
            siftUp(position)
        }
        let action = slots[slot].action
        slots[slot].action = nil
        slots[slot].age &+= 1
        freeSlots.append(slot)
        return action
    }

    @inlinable
    mutating func siftUp(_ start: Int) {
        var child = start
        let entry = heap[child]
        while child > 0 {
            let parent = (child - 1) / 2
            guard entry.precedes(heap[parent]) else { break }
            heap[child] = heap[parent]
            slots[heap[child].slot].position = child
            child = parent
        }
        heap[child] = entry
        slots[entry.slot].position = child
    }

    @inlinable
    mutating func siftDown(_ start: Int) {
        var parent = start
        let entry = heap[parent]
        while true {
            var smallest = 2 * parent + 1
            guard smallest < heap.count else { break }
            if smallest + 1 < heap.count, heap[smallest + 1].precedes(heap[smallest]) { smallest += 1 }
            guard heap[smallest].precedes(entry) else { break }
            heap[parent] = heap[smallest]
            slots[heap[parent].slot].position = parent
            parent = smallest
        }
        heap[parent] = entry
        slots[entry.slot].position = parent
    }
}
