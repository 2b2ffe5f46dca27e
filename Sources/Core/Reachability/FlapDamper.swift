/// Slows down the way up, never the way down, while the link flaps.
///
/// Flapping is more than three published changes of state in five minutes. It ends after five quiet ones.
/// Each fall while it lasts makes the next rise wait longer.
struct FlapDamper: Equatable, Sendable {
    private static let window: Duration = .minutes(5)
    private static let tolerated = 3
    private static let holds: [Duration] = [.seconds(5), .seconds(10), .seconds(20), .seconds(30)]

    private var changes: [Moment] = []
    /// How many holds have been earned; 0 while nothing flaps.
    private var step = 0

    mutating func noteChange(to state: ReachabilityState, at now: Moment) {
        forgetOld(now)
        changes.append(now)
        let isFlapping = step > 0 || changes.count > Self.tolerated
        if isFlapping, state != .online { step = min(step + 1, Self.holds.count) }
    }

    /// How long offline must have lasted before online is published; nil while nothing flaps.
    ///
    /// While it is not nil, one good probe is not enough either.
    mutating func hold(at now: Moment) -> Duration? {
        forgetOld(now)
        return step > 0 ? Self.holds[step - 1] : nil
    }

    private mutating func forgetOld(_ now: Moment) {
        if let last = changes.last, last.duration(to: now) >= Self.window { step = 0 }
        changes.removeAll { $0.duration(to: now) >= Self.window }
    }
}
