import Core
import EventLoop
import Probes
import TestSupport
import Testing

@Suite struct ClockEventTests {
    @Test(arguments: [
        (Duration.zero, Duration.zero, ClockEvent.stepped),
        (.seconds(3600), .seconds(3600), .stepped),
        (.seconds(10), .milliseconds(11_999), .stepped),
        (.seconds(10), .seconds(12), .resumed(asleep: .seconds(2))),
        (.zero, .hours(8), .resumed(asleep: .hours(8))),
    ])
    func `a resume is told from a set clock by the time asleep`(
        before: Duration, now: Duration, event: ClockEvent
    ) {
        #expect(ClockEvent(asleepBefore: before, asleepNow: now) == event)
    }

    @Test func `the watch ends with its consumer`() async {
        let ended = await onLoop {
            let events = ClockWatch().events()
            return await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    for await _ in events {}
                    return true
                }
                group.cancelAll()
                return await group.next() ?? false
            }
        }
        #expect(ended)
    }
}
