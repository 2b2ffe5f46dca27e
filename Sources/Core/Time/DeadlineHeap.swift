/// Deadlines in order, earliest first; of equal ones the first registered first.
///
/// A binary heap whose entries know their slots and whose slots know their entries, so that cancelling
/// removes a deadline at once and nothing is hashed. Slots are used again, and small: what belongs to a
/// deadline is kept by its owner in an array beside this one.
package struct DeadlineHeap: Sendable {
    private struct Entry {
        var deadline: Moment
        var order: UInt64
        var slot: Int

        func precedes(_ other: Entry) -> Bool {
            deadline.nanoseconds != other.deadline.nanoseconds
                ? deadline.nanoseconds < other.deadline.nanoseconds : order < other.order
        }
    }

    private struct Slot {
        /// Where its entry is in the heap; nil while it is free.
        var position: Int?
        /// How often it has been used, so that the identity of an earlier deadline cancels nothing.
        var age: UInt32 = 0
    }

    private var heap: [Entry] = []
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var nextOrder: UInt64 = 0

    package init() {}

    /// Deadlines that are neither past nor cancelled.
    package var count: Int { heap.count }
    package var earliest: Moment? { heap.first?.deadline }

    /// Registers a deadline; the identity cancels it.
    ///
    /// Its slot is the lowest one that was never used, or one that is free again.
    package mutating func insert(_ deadline: Moment) -> (identity: UInt64, slot: Int) {
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = slots.count
            slots.append(Slot())
        }
        heap.append(Entry(deadline: deadline, order: nextOrder, slot: slot))
        nextOrder += 1
        siftUp(heap.count - 1)
        return (UInt64(slots[slot].age) << 32 | UInt64(slot), slot)
    }

    /// The slot of a deadline that was still ahead and now never comes; nil when it came or was cancelled
    /// before.
    package mutating func cancel(_ identity: UInt64) -> Int? {
        let slot = Int(identity & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].age == UInt32(identity >> 32),
            let position = slots[slot].position
        else { return nil }
        remove(at: position)
        return slot
    }

    /// The earliest deadline if it has come, and the slot it had.
    package mutating func popFirst(dueBy now: Moment) -> (slot: Int, deadline: Moment)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        remove(at: 0)
        return (first.slot, first.deadline)
    }

    private mutating func remove(at position: Int) {
        let slot = heap[position].slot
        let last = heap.removeLast()
        if position < heap.count {
            heap[position] = last
            siftDown(position)
            siftUp(position)
        }
        slots[slot].position = nil
        slots[slot].age &+= 1
        freeSlots.append(slot)
    }

    private mutating func siftUp(_ start: Int) {
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

    private mutating func siftDown(_ start: Int) {
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
