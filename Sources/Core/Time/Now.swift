/// One reading of both clocks, passed to the machines with every event.
///
/// The machines read no clock themselves.
package struct Now: Equatable, Sendable {
    /// For waits and order.
    package var moment: Moment
    /// For stamps.
    package var wall: UnixTime

    package init(moment: Moment, wall: UnixTime) {
        self.moment = moment
        self.wall = wall
    }

    /// The wall-clock time of a moment, as far as the clocks run evenly.
    package func wall(at other: Moment) -> UnixTime {
        wall.advanced(by: moment.duration(to: other))
    }
}
