import Core
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct LoopTests {
    @Test func `sleeps end in the order of their deadlines, not of their start`() async {
        let order = await onLoop {
            await withTaskGroup(of: Int.self) { group in
                for (index, delay) in [30, 10, 20].enumerated() {
                    group.addTask {
                        try? await LoopClock().sleep(for: .milliseconds(delay))
                        return index
                    }
                }
                var order: [Int] = []
                for await index in group { order.append(index) }
                return order
            }
        }
        #expect(order == [1, 2, 0])
    }

    @Test func `a cancelled sleep throws at once and leaves no timer`() async {
        let threw = await onLoop {
            await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do {
                        try await LoopClock().sleep(for: .seconds(3600))
                        return false
                    } catch {
                        return error is CancellationError
                    }
                }
                group.cancelAll()
                return await group.next() ?? false
            }
        }
        #expect(threw)
    }

    @Test func `a thousand cancelled sleeps are all answered once`() async {
        let count = await onLoop {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        do {
                            try await LoopClock().sleep(for: .seconds(3600))
                            return false
                        } catch { return true }
                    }
                }
                group.cancelAll()
                var count = 0
                for await cancelled in group where cancelled { count += 1 }
                return count
            }
        }
        #expect(count == 1000)
    }

    @Test func `what other threads hand over runs on the loop, in their order`() async {
        let received = await onLoop {
            let thread = WorkerThread(name: "test")
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            thread.submit {
                for number in 0..<100 {
                    EventLoop.shared.perform {
                        LoopActor.shared.preconditionIsolated()
                        continuation.yield(number)
                        if number == 99 { continuation.finish() }
                    }
                }
            }
            var received: [Int] = []
            for await number in stream { received.append(number) }
            return received
        }
        #expect(received == Array(0..<100))
    }

    @Test func `readiness of a pipe arrives as a sequence`() async {
        let received = await onLoop {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { return [UInt8]() }
            defer { for end in ends { close(end) } }
            var received: [UInt8] = []
            write(ends[1], "a", 1)
            for await ready in DescriptorWatch.readiness(of: ends[0], for: .readable) {
                #expect(ready.contains(.readable))
                var byte: UInt8 = 0
                guard read(ends[0], &byte, 1) == 1 else { break }
                received.append(byte)
                if byte == UInt8(ascii: "c") { break }
                write(ends[1], byte == UInt8(ascii: "a") ? "b" : "c", 1)
            }
            return received
        }
        #expect(received == Array("abc".utf8))
    }

    @Test func `a cancelled watch is silent even when the descriptor is ready`() async {
        let calls = await onLoop {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { return -1 }
            defer { for end in ends { close(end) } }
            var calls = 0
            let watch = DescriptorWatch(ends[0], for: .readable) { _ in calls += 1 }
            write(ends[1], "x", 1)
            watch?.cancel()
            try? await LoopClock().sleep(for: .milliseconds(5))
            return calls
        }
        #expect(calls == 0)
    }

    @Test func `a regular file cannot be watched`() async {
        let refused = await onLoop {
            let file = open("/proc/self/exe", O_RDONLY)
            defer { close(file) }
            return DescriptorWatch(file, for: .readable) { _ in } == nil
        }
        #expect(refused)
    }

    @Test func `a timer that is armed again fires once, at the later time`() async {
        let fired = await onLoop {
            var fired = 0
            let timer = LoopTimer { fired += 1 }
            timer.arm(LoopClock().now.advanced(by: .milliseconds(1)))
            timer.arm(LoopClock().now.advanced(by: .milliseconds(4)))
            try? await LoopClock().sleep(for: .milliseconds(20))
            return fired
        }
        #expect(fired == 1)
    }

    @Test func `work of another thread resumes on the loop thread`() async {
        let isOnLoop = await onLoop {
            let worker = WorkerThread(name: "test-worker")
            await withCheckedContinuation { continuation in
                worker.submit { continuation.resume() }
            }
            LoopActor.assumeIsolated {}
            worker.stop()
            return !worker.submit {}
        }
        #expect(isOnLoop)
    }

    @Test func `the manual clock wakes sleepers in order and lets nobody sleep on`() async {
        let clock = ManualClock()
        await withTaskGroup(of: Int.self) { group in
            for seconds in [5, 1, 3] {
                group.addTask {
                    try? await clock.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await clock.untilAsleep(3)
            clock.advance(by: .seconds(1))
            #expect(await group.next() == 1)
            clock.advance(by: .seconds(1))
            #expect(clock.sleeperCount == 2)
            clock.advance(by: .seconds(3))
            await group.waitForAll()
            #expect(clock.sleeperCount == 0)
        }
    }
}
