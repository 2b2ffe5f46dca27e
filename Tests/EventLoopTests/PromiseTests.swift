import EventLoop
import TestSupport
import Testing

@Suite struct PromiseTests {
    @Test func `a value that came before anybody waited is not lost, and only the first counts`() async {
        let value = await onLoop {
            let promise = Promise<Int>()
            promise.fulfil(1)
            promise.fulfil(2)
            return await promise.wait()
        }
        #expect(value == 1)
    }

    @Test func `a thousand values brought in the turns around the wait all arrive`() async {
        let sum = await onLoop {
            var sum = 0
            for number in 0..<1000 {
                let promise = Promise<Int>()
                // Runs in the loop's next turn, which may be the one in which the wait begins.
                EventLoop.shared.perform { promise.fulfil(number) }
                sum += await promise.wait()
            }
            return sum
        }
        #expect(sum == 999 * 1000 / 2)
    }
}
