/// How many calls may be made: a token bucket for the minute, a counter for the UTC calendar month.
package struct CallBudget: Equatable, Sendable {
    /// The bucket holds what this much time brings, and at least one call.
    private static let burst: Duration = .seconds(5)

    package var perMinute: Int
    package var perMonth: Int
    package private(set) var month: MonthRecord
    private var tokens: Double
    private var refilledAt: Moment
    /// Calls in each of the last 60 seconds, and the second the last entry stands for.
    private var seconds = [Int](repeating: 0, count: 60)
    private var lastSecond: Int64

    package init(perMinute: Int, perMonth: Int, month: MonthRecord?, at now: Now) {
        self.perMinute = perMinute
        self.perMonth = perMonth
        let start = now.wall.startOfMonth
        // A clock that is behind the stored month has not been set yet; the count must outlive that.
        if let month, month.start >= start {
            self.month = month
        } else {
            self.month = MonthRecord(start: start, used: 0)
        }
        tokens = Self.capacity(perMinute)
        refilledAt = now.moment
        lastSecond = now.moment.nanoseconds / 1_000_000_000
    }

    private static func capacity(_ perMinute: Int) -> Double {
        max(1, Double(perMinute) * burst.inSeconds / 60)
    }

    /// When the next call may be made as far as minute and month allow: now, or later.
    package mutating func nextCallAt(_ now: Now) -> Moment {
        refill(now)
        if month.used >= perMonth {
            let wait = now.wall.duration(to: month.start.startOfNextMonth)
            return now.moment.advanced(by: max(.seconds(1), wait))
        }
        // A billionth is forgiven, so that the moment computed here is one at which a token is found.
        guard tokens < 1 - 1e-9 else { return now.moment }
        let wait = (1 - tokens) * 60 / Double(perMinute)
        return now.moment.advanced(by: .nanoseconds(Int64((wait * 1e9).rounded(.up))))
    }

    /// Counts one call, whatever will come of it.
    package mutating func spend(_ now: Now) {
        refill(now)
        tokens -= 1
        month.used += 1
        turnSeconds(now)
        seconds[Int(lastSecond % 60)] += 1
    }

    package var isMonthSpent: Bool { month.used >= perMonth }

    /// Calls of the last sixty seconds.
    package mutating func minuteUsed(_ now: Now) -> Int {
        turnSeconds(now)
        return seconds.reduce(0, +)
    }

    /// The factor, at least 1, by which all intervals must stretch for what is left of the month to last.
    package func stretch(callsPerSecond demand: Double, at now: Now) -> Double {
        let left = Double(perMonth - month.used)
        let time = max(1, now.wall.duration(to: month.start.startOfNextMonth).inSeconds)
        guard left > 0 else { return 1 }
        return max(1, demand * time / left)
    }

    private mutating func refill(_ now: Now) {
        let elapsed = refilledAt.duration(to: now.moment).inSeconds
        if elapsed > 0 {
            tokens = min(Self.capacity(perMinute), tokens + elapsed * Double(perMinute) / 60)
            refilledAt = now.moment
        }
        let start = now.wall.startOfMonth
        // Only forwards: a clock set back does not give the month's calls back.
        if start > month.start { month = MonthRecord(start: start, used: 0) }
    }

    private mutating func turnSeconds(_ now: Now) {
        let second = now.moment.nanoseconds / 1_000_000_000
        let steps = min(60, max(0, second - lastSecond))
        for step in 0..<steps { seconds[Int((second - step) % 60)] = 0 }
        lastSecond = max(second, lastSecond)
    }
}
