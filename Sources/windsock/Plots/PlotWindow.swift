package import Core

/// The stretch of time a plot shows.
package struct PlotWindow: Equatable, Sendable {
    package let start: UnixTime
    package let end: UnixTime

    /// Nil unless `end` lies after `start`, by a century at most.
    package init?(start: UnixTime, end: UnixTime) {
        let length = start.duration(to: end)
        guard length > .zero, length < .days(36_525) else { return nil }
        self.start = start
        self.end = end
    }

    package var span: Duration { start.duration(to: end) }

    /// The time at a fraction, 0…1, of the window.
    package func time(at fraction: Double) -> UnixTime {
        UnixTime(seconds: start.seconds + Int64(span.inSeconds * min(max(fraction, 0), 1)))
    }
}
