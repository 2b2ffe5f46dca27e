package import EventLoop

/// Tells when the machine resumes and when the wall clock is set, without polling.
@LoopActor
package final class ClockWatch {
    package init() {}

    /// The events from now on. For one consumer; ends with its task.
    package func events() -> AsyncStream<ClockEvent> {
        AsyncStream { _ in }
    }
}
