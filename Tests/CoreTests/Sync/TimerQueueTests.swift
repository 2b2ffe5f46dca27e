import Core
import Testing

@Suite struct TimerQueueTests {
    private func at(_ seconds: Int64) -> Moment { Moment(nanoseconds: seconds * 1_000_000_000) }

    @Test func `timers fire in the order of their deadlines, equal ones in the order of registration`() {
        var queue = TimerQueue<String>()
        _ = queue.insert("c", at: at(3))
        _ = queue.insert("a", at: at(1))
        _ = queue.insert("b1", at: at(2))
        _ = queue.insert("b2", at: at(2))
        #expect(queue.earliest == at(1))
        #expect(queue.popDue(at(2)) == ["a", "b1", "b2"])
        #expect(queue.popDue(at(2)) == [])
        #expect(queue.popDue(at(9)) == ["c"])
        #expect(queue.earliest == nil)
    }

    @Test func `a cancelled timer never fires and leaves no entry behind`() {
        var queue = TimerQueue<Int>()
        let identities = (0..<1000).map { queue.insert($0, at: at(Int64($0))) }
        for identity in identities.dropLast() { #expect(queue.cancel(identity) != nil) }
        #expect(queue.cancel(identities[0]) == nil)
        #expect(queue.earliest == at(999))
        #expect(queue.popDue(at(5000)) == [999])
        #expect(queue.count == 0)
    }

    @Test func `ten thousand random timers come out sorted`() {
        var generator = SplitMix64(seed: 7)
        var queue = TimerQueue<Int64>()
        for _ in 0..<10_000 {
            let time = Int64.random(in: 0..<1_000_000, using: &generator)
            _ = queue.insert(time, at: Moment(nanoseconds: time))
        }
        let fired = queue.popDue(.distantFuture)
        #expect(fired.count == 10_000)
        #expect(fired == fired.sorted())
    }

    @Test func `an identity cancels its own timer and none that came after it`() {
        var queue = TimerQueue<Int>()
        let first = queue.insert(1, at: at(1))
        #expect(queue.popDue(at(1)) == [1])
        let second = queue.insert(2, at: at(2))
        let cancelled = queue.cancel(first)
        #expect(cancelled == nil)
        #expect(first != second)
        #expect(queue.popDue(at(2)) == [2])
        let unknown = queue.cancel(.max)
        #expect(unknown == nil)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `inserting, cancelling and firing at random agree with a sorted list`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var queue = TimerQueue<Int>()
        var list: [(deadline: Int64, number: Int, identity: UInt64)] = []
        for number in 0..<1000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0...2:
                let deadline = Int64.random(in: 0..<300, using: &generator)
                list.append((deadline, number, queue.insert(number, at: at(deadline))))
            case 3:
                guard let index = list.indices.randomElement(using: &generator) else { continue }
                let (_, number, identity) = list.remove(at: index)
                let cancelled = queue.cancel(identity)
                #expect(cancelled == number)
            default:
                let now = Int64.random(in: 0..<60, using: &generator)
                let due = list.filter { $0.deadline <= now }
                    .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
                list.removeAll { $0.deadline <= now }
                #expect(queue.popDue(at(now)) == due.map(\.number))
            }
            #expect(queue.count == list.count)
            #expect(queue.earliest == list.map(\.deadline).min().map(at))
        }
    }
}
