/// What becomes of a fetch that failed.
package enum RetryDecision: Equatable, Sendable {
    /// -1009, or a certificate's code: wait until online is published with a later sequence than this.
    ///
    /// Not an attempt.
    case waitForOnline(after: Int)
    /// At once on a connection of its own.
    ///
    /// Not an attempt.
    case tryFreshConnection
    /// The next attempt of this cycle.
    case waitForTimer(Duration)
    /// The whole account waits for a key.
    case waitForKey
    /// The whole account waits; as long as the server said, where it did.
    case waitForQuota(Duration?)
    /// This place alone waits, a day.
    case waitForPlace
    /// This cycle is over; the next regular fetch begins another.
    ///
    /// `counts`: towards the place's grown interval.
    case giveUp(counts: Bool)

    /// The word the journal keeps.
    package var label: String {
        switch self {
        case .waitForOnline: "wait_online"
        case .tryFreshConnection: "try_fresh"
        case .waitForTimer: "wait_timer"
        case .waitForKey: "wait_key"
        case .waitForQuota: "wait_quota"
        case .waitForPlace: "wait_place"
        case .giveUp: "give_up"
        }
    }
}

/// The retry rules: a pure function of what failed, how often, and what the monitor says.
package struct RetryPolicy: Equatable, Sendable {
    /// Before the second, third … call of a cycle.
    ///
    /// Their number is the number of retries.
    package var delays: [Duration] = [.seconds(1), .seconds(3), .seconds(5), .seconds(10)]
    static let jitter = 0.2
    /// A place's interval grows from the third failed cycle in a row, up to this.
    static let longestInterval: Duration = .hours(1)
    static let toleratedCycles = 2
    static let placePause: Duration = .days(1)

    package init() {}

    /// Decides after the monitor's verdict: `isOnline` is what was published once no suspicion was open.
    ///
    /// | class | online | offline |
    /// |---|---|---|
    /// | transport, cause may be the network's | timer: `delays`, then give up | wait for online |
    /// | transport, connection lost on a reused one | first once at once on a fresh one | wait for online |
    /// | transport, superseded by a new network | at once | wait for online |
    /// | server, body | timer: `delays`, then give up | the same |
    /// | key, quota, place | wait for it | the same |
    /// | ours | give up | the same |
    package func decide(
        _ failure: FetchFailure, attempt: Int, triedFresh: Bool, isOnline: Bool, sequence: Int,
        using generator: inout SplitMix64
    ) -> RetryDecision {
        if case .transfer(let transfer) = failure {
            if !isOnline, transfer.asksTheMonitor { return .waitForOnline(after: sequence) }
            if transfer.cause == .superseded { return .tryFreshConnection }
            if transfer.cause == .connectionLost, transfer.reusedConnection, !triedFresh {
                return .tryFreshConnection
            }
        }
        switch failure.onlineClass {
        case .offline, .timer:
            guard attempt >= 1, attempt <= delays.count else { return .giveUp(counts: true) }
            return .waitForTimer(delays[attempt - 1].jittered(Self.jitter, using: &generator))
        case .key: return .waitForKey
        case .quota:
            if case .tooManyRequests(let retryAfter) = failure { return .waitForQuota(retryAfter) }
            return .waitForQuota(nil)
        case .place: return .waitForPlace
        case .ours: return .giveUp(counts: false)
        }
    }

    /// The interval of a place after so many failed cycles in a row: unchanged for two, then doubling, up to
    /// an hour.
    ///
    /// `grown(10 min, n)`: n = 0…2 → 10 min, 3 → 20, 4 → 40, 5 and more → 60.
    package func grown(_ interval: Duration, failedCycles: Int) -> Duration {
        guard failedCycles > Self.toleratedCycles, interval < Self.longestInterval else { return interval }
        let doublings = min(failedCycles - Self.toleratedCycles, 16)
        return min(interval * (1 << doublings), Self.longestInterval)
    }
}
