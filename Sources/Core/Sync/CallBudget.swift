/// How many calls may be made: a token bucket and a window for the minute, a counter for the UTC calendar
/// month.
///
/// The bucket spreads calls and allows short bursts; the window keeps the burst and what follows it within
/// `perMinute` calls in any sixty seconds.
package struct CallBudget: Equatable, Sendable {
    /// The bucket holds what this much time brings, and at least one call.
    private static let burstSeconds = 5.0
    /// One more than sixty, because the first and the last second of a minute may both be partial.
    private static let windowSeconds = 61
    private static let longestMonth = 31 * 86_400.0
    /// A month that begins later than this cannot be explained by a clock set back by hand: the clock that it
    /// was written with was wrong.
    private static let believableLead: Duration = .days(32)

    package var perMinute: Int
    package var perMonth: Int
    package private(set) var month: MonthRecord
    /// The first second of the month after `month`.
    package private(set) var monthEnd: UnixTime
    private var tokens: Double
    private var refilledAt: Moment
    /// Calls in each second of the window; that of second s at s modulo `windowSeconds`.
    private var seconds = [Int](repeating: 0, count: CallBudget.windowSeconds)
    private var lastSecond: Int64
    /// The sum of `seconds`.
    private var windowUsed = 0

    package init(perMinute: Int, perMonth: Int, month: MonthRecord?, at now: Now) {
        self.perMinute = perMinute
        self.perMonth = perMonth
        let month = month ?? MonthRecord(start: now.wall.startOfMonth, used: 0)
        self.month = MonthRecord(start: month.start, used: max(0, month.used))
        monthEnd = month.start.startOfNextMonth
        tokens = Self.capacity(perMinute)
        refilledAt = now.moment
        lastSecond = now.moment.nanoseconds / 1_000_000_000
        _ = renew(now)
    }

    private static func capacity(_ perMinute: Int) -> Double {
        max(1, Double(perMinute) * burstSeconds / 60)
    }

    /// Begins another month when the clock has passed into it; true when it has.
    ///
    /// A clock that is set back does not give the month's calls back, and one that is not set yet says
    /// nothing. A month far ahead is moved to the present with what was used of it: waiting for its end would
    /// take years.
    package mutating func renew(_ now: Now) -> Bool {
        guard now.wall < month.start || now.wall >= monthEnd else { return false }
        if now.wall < month.start {
            guard now.wall >= Release.date,
                now.wall.duration(to: month.start) > Self.believableLead
            else { return false }
            month.start = now.wall.startOfMonth
        } else {
            month = MonthRecord(start: now.wall.startOfMonth, used: 0)
        }
        monthEnd = month.start.startOfNextMonth
        return true
    }

    /// When the next call may be made as far as minute and month allow: now, or later.
    package mutating func nextCallAt(_ now: Now) -> Moment {
        if isMonthSpent {
            return now.moment.advanced(by: max(.seconds(1), now.wall.duration(to: monthEnd)))
        }
        refill(now)
        var next = now.moment
        // A billionth is forgiven, so that the moment computed here is one at which a token is found.
        if tokens < 1 - 1e-9 {
            let wait = (1 - tokens) * 60e9 / Double(max(1, perMinute))
            next.nanoseconds += Int64(wait.rounded(.up))
        }
        return windowUsed < perMinute ? next : max(next, windowOpensAt)
    }

    /// When enough of the window's calls are more than a minute old for one more.
    private var windowOpensAt: Moment {
        var excess = windowUsed - max(1, perMinute) + 1
        var second = lastSecond - Int64(Self.windowSeconds) + 1
        while excess > 0, second <= lastSecond {
            excess -= seconds[Self.slot(second)]
            second += 1
        }
        return Moment(nanoseconds: (second - 1 + Int64(Self.windowSeconds)) * 1_000_000_000)
    }

    /// Counts one call, whatever will come of it.
    package mutating func spend(_ now: Now) {
        refill(now)
        tokens -= 1
        month.used += 1
        seconds[Self.slot(lastSecond)] += 1
        windowUsed += 1
    }

    package var isMonthSpent: Bool { month.used >= perMonth }

    /// Calls of the last sixty seconds.
    package mutating func minuteUsed(_ now: Now) -> Int {
        turnSeconds(now)
        return windowUsed
    }

    /// The factor, at least 1, by which all intervals must stretch for what is left of the month to last.
    package func stretch(callsPerSecond demand: Double, at now: Now) -> Double {
        let left = Double(max(1, perMonth - month.used))
        // A clock that is not set yet would see years.
        let time = min(max(1, now.wall.duration(to: monthEnd).inSeconds), Self.longestMonth)
        return max(1, demand * time / left)
    }

    private mutating func refill(_ now: Now) {
        turnSeconds(now)
        guard now.moment > refilledAt else { return }
        let elapsed = Double(now.moment.nanoseconds &- refilledAt.nanoseconds)
        tokens = min(Self.capacity(perMinute), tokens + elapsed * Double(perMinute) / 60e9)
        refilledAt = now.moment
    }

    private mutating func turnSeconds(_ now: Now) {
        let second = now.moment.nanoseconds / 1_000_000_000
        guard second > lastSecond else { return }
        let passed = min(Int64(Self.windowSeconds), second - lastSecond)
        lastSecond = second
        guard windowUsed > 0 else { return }
        for step in 0..<passed {
            windowUsed -= seconds[Self.slot(second - step)]
            seconds[Self.slot(second - step)] = 0
        }
    }

    private static func slot(_ second: Int64) -> Int {
        let remainder = Int(second % Int64(windowSeconds))
        return remainder < 0 ? remainder + windowSeconds : remainder
    }
}
