/// What happened to the clocks.
package enum ClockEvent: Equatable, Sendable {
    /// The machine was asleep for so long.
    case resumed(asleep: Duration)
    /// The wall clock was set.
    case stepped

    /// A shorter sleep interrupts no connection; the clock was probably set.
    package static let shortestSleep = Duration.seconds(2)

    /// Tells the two apart by the time the machine has spent asleep since it was started, before and after.
    package init(asleepBefore: Duration, asleepNow: Duration) {
        let asleep = asleepNow - asleepBefore
        self = asleep >= ClockEvent.shortestSleep ? .resumed(asleep: asleep) : .stepped
    }
}
