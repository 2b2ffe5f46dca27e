/// What happened to the clocks.
package enum ClockEvent: Equatable, Sendable {
    /// The machine was asleep for so long.
    case resumed(asleep: Duration)
    /// The wall clock was set.
    case stepped
}
