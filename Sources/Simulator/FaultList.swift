import EventLoop

/// The faults in force, in the order they were asked for.
final class FaultList: Sendable {
    /// A fault for one request, and what ends its waiting.
    struct Hit: Sendable {
        let fault: Fault
        let release: ReleaseSignal
    }

    private struct State {
        var rules: [FaultRule] = []
        var release: ReleaseSignal
    }

    private let state: Lock<State>

    /// - Throws: `outOfDescriptors`.
    init() throws(SimulatorError) {
        state = Lock(State(release: try ReleaseSignal()))
    }

    /// Returns how many rules are in force.
    func add(_ rule: FaultRule) -> Int {
        state.withLock { state in
            state.rules.append(rule)
            return state.rules.count
        }
    }

    /// The first fault for the request, counted as used; nil when it shall get the good answer.
    func take(for request: Request) -> Hit? {
        state.withLock { state in
            guard let index = state.rules.firstIndex(where: { $0.applies(to: request) }) else { return nil }
            let hit = Hit(fault: state.rules[index].fault, release: state.release)
            if let times = state.rules[index].times {
                if times > 1 {
                    state.rules[index].times = times - 1
                } else {
                    state.rules.remove(at: index)
                }
            }
            return hit
        }
    }

    /// Removes all faults and lets the requests go on that wait because of one.
    func clear() throws(SimulatorError) {
        let next = try ReleaseSignal()
        let old = state.withLock { state in
            let old = state.release
            state = State(release: next)
            return old
        }
        old.raise()
    }
}
