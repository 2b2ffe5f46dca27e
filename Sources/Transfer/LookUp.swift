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
    private var waiters: [Int: Promise<Outcome>] = [:]
    private var nextWaiter = 0

    init(_ host: String) {
        self.host = host
    }

    var isAwaited: Bool { !waiters.isEmpty }

    /// One more that waits: by which number it is released, and what it waits on.
    func join() -> (waiter: Int, answer: Promise<Outcome>) {
        let answer = Promise<Outcome>()
        defer { nextWaiter += 1 }
        if let outcome {
            answer.fulfil(outcome)
        } else {
            waiters[nextWaiter] = answer
        }
        return (nextWaiter, answer)
    }

    /// Answers one waiter; the others wait on.
    func release(_ waiter: Int, _ outcome: Outcome) {
        waiters.removeValue(forKey: waiter)?.fulfil(outcome)
    }

    /// Answers everybody, once.
    func end(_ outcome: Outcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.fulfil(outcome) }
    }
}
