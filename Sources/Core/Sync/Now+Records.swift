extension Now {
    /// The wall-clock time to write down for a moment before which nothing may happen: rounded up, so that a
    /// restart does not come out ahead by the fractions of a second that wall-clock times lack.
    func wall(notBefore other: Moment) -> UnixTime {
        let wait = moment.duration(to: other)
        guard wait > .zero else { return wall }
        let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
        return wall.advanced(by: .seconds(seconds) + .seconds(1))
    }
}
