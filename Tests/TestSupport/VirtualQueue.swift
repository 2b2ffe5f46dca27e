import Core

/// What will happen when: `TimerQueue` for one kind of action, because generic code of another module is not
/// specialised, and this is where simulated weeks are spent.
struct VirtualQueue {
    private var deadlines = DeadlineHeap()
    private var occurrences: [VirtualAgent.Occurrence?] = []

    var earliest: Moment? { deadlines.earliest }

    mutating func insert(_ occurrence: VirtualAgent.Occurrence, at deadline: Moment) -> UInt64 {
        let (identity, slot) = deadlines.insert(deadline)
        if slot == occurrences.count {
            occurrences.append(occurrence)
        } else {
            occurrences[slot] = occurrence
        }
        return identity
    }

    mutating func cancel(_ identity: UInt64) {
        if let slot = deadlines.cancel(identity) { occurrences[slot] = nil }
    }

    mutating func popFirst(dueBy now: Moment) -> (VirtualAgent.Occurrence, Moment)? {
        guard let (slot, deadline) = deadlines.popFirst(dueBy: now), let occurrence = occurrences[slot]
        else { return nil }
        occurrences[slot] = nil
        return (occurrence, deadline)
    }
}
