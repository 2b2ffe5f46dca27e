import CLinux
package import EventLoop
import Glibc

/// Tells when the machine resumes and when the wall clock is set, without polling: a timer of CLOCK_REALTIME
/// that is cancelled by either (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
@LoopActor
package final class ClockWatch {
    private var asleepBefore = WallClock.timeAsleep

    package init() {}

    /// The events from now on, at most eight waiting.
    ///
    /// For one consumer; ends with its task, and at once where the kernel has no such timer.
    package func events() -> AsyncStream<ClockEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ClockEvent.self, bufferingPolicy: .bufferingNewest(8))
        let descriptor = clinux_timerfd_clock_watch()
        let watch = DescriptorWatch(descriptor, for: .readable, ownsDescriptor: true) { [self] _ in
            if let event = take(descriptor) { continuation.yield(event) }
        }
        guard let watch else {
            if descriptor >= 0 { close(descriptor) }
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return stream
    }

    /// Reads the timer and arms it again; nil when it was not cancelled.
    private func take(_ descriptor: Int32) -> ClockEvent? {
        var expirations: UInt64 = 0
        guard read(descriptor, &expirations, 8) < 0, errno == ECANCELED else { return nil }
        clinux_timerfd_clock_watch_rearm(descriptor)
        let asleep = WallClock.timeAsleep
        defer { asleepBefore = asleep }
        return ClockEvent(asleepBefore: asleepBefore, asleepNow: asleep)
    }
}
