package import Core

// What happened, as a line with one character for each step.
extension VirtualAgent {
    /// What came of the calls that ended in each step; of several the worst.
    ///
    /// `x` weather · `p` parked until online (-1009) · `!` failed, another try follows · `#` given up ·
    /// `k` waits for a key · `q` for the quota · `n` for its place alone · `·` nothing.
    package func fetchLine(step: Duration, places: Set<PlaceID>? = nil) -> String {
        var line = [Character](repeating: "·", count: steps(step))
        for (at, row) in zip(attemptTimes, attempts) {
            if let places, let place = row.place, !places.contains(place) { continue }
            let index = Int(at / step)
            guard index < line.count else { continue }
            let mark = VirtualAgent.mark(row)
            if VirtualAgent.weight(mark) > VirtualAgent.weight(line[index]) { line[index] = mark }
        }
        return String(line)
    }

    /// What was published at the end of each step: `▔` online, `▁` offline, `?` unknown.
    package func stateLine(step: Duration) -> String {
        var line = ""
        var next = 0
        var state = ReachabilityState.unknown
        for index in 1...max(1, steps(step)) {
            while next < published.count, published[next].at < step * index {
                state = published[next].status.state
                next += 1
            }
            line.append(state == .online ? "▔" : state == .offline ? "▁" : "?")
        }
        return line
    }

    /// `fetchLine` at the scenario's own step.
    package var fetch: String { fetchLine(step: scenario.step) }
    /// `stateLine` at the scenario's own step.
    package var state: String { stateLine(step: scenario.step) }
    /// Why it was offline, each time it was published.
    package var reasons: [ReachabilityReason] {
        published.map(\.status).filter { $0.state == .offline }.map(\.reason)
    }

    private func steps(_ step: Duration) -> Int { max(0, Int((elapsed / step).rounded(.up))) }

    private static func mark(_ row: AttemptRecord) -> Character {
        switch row.decision {
        case "next": "x"
        case "wait_online": "p"
        case "wait_timer": "!"
        // The call that decides follows at once.
        case "try_fresh": "·"
        case "give_up": "#"
        case "wait_key": "k"
        case "wait_quota": "q"
        case "wait_place": "n"
        default: "?"
        }
    }

    private static func weight(_ mark: Character) -> Int {
        Array("·x!pnkq#?").firstIndex(of: mark) ?? 0
    }
}
