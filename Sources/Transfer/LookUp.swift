import EventLoop

/// One question to the name service, and everybody who waits for its answer.
@LoopActor
final class LookUp {
    enum Outcome: Sendable {
        case answered(LookUpAnswer, after: Duration)
        /// The waiter's own deadline, or the look-up was given up.
        case late
        case cancelled
    }

    let host: String
    /// Set when a thread takes it up.
    var isRunning = false
    private(set) var outcome: Outcome?
    private var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    private var nextWaiter = 0

    init(_ host: String) {
        self.host = host
    }

    var isAwaited: Bool { !waiters.isEmpty }

    func newWaiter() -> Int {
        defer { nextWaiter += 1 }
        return nextWaiter
    }

    func wait(as waiter: Int) async -> Outcome {
        if let outcome { return outcome }
        return await withCheckedContinuation { waiters[waiter] = $0 }
    }

    /// Answers one waiter; the others wait on.
    func release(_ waiter: Int, _ outcome: Outcome) {
        waiters.removeValue(forKey: waiter)?.resume(returning: outcome)
    }

    /// Answers everybody, once.
    func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(returning: outcome) }
    }
}
