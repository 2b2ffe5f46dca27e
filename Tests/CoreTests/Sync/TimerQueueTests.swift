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
}
