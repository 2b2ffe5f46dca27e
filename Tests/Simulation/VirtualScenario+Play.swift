import Core
import TestSupport
import Testing

extension VirtualScenario {
    /// Runs the story to its end and reports every law that was broken on the way.
    func play(sourceLocation: SourceLocation = #_sourceLocation) -> VirtualAgent {
        let agent = VirtualAgent(self)
        agent.play(until: lasts, sourceLocation: sourceLocation)
        return agent
    }

    /// The story with something else about it.
    func with(_ change: (inout VirtualScenario) -> Void) -> VirtualScenario {
        var other = self
        change(&other)
        return other
    }
}

extension VirtualAgent {
    /// Runs to the end of the story and reports every law that was broken on the way.
    func play(until end: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
        run(until: end)
        checkEverything()
        for violation in laws.violations {
            Issue.record("law broken: \(violation)", sourceLocation: sourceLocation)
        }
    }

    /// Calls for one place, of whatever kind.
    func calls(for place: Int64) -> [Call] {
        calls.filter { call in
            guard case .weather(_, _, let places) = call.subject else { return false }
            return places.contains(PlaceID(place))
        }
    }

    /// The times between the calls.
    var gaps: [Duration] { zip(calls, calls.dropFirst()).map { $1.at - $0.at } }

    func rows(_ decision: String) -> Int { attempts.count { $0.decision == decision } }

    func opened(_ kind: GateKind) -> Int { notices.count { $0.notice == .gateOpened(kind) } }

    func closed(_ kind: GateKind) -> Int {
        notices.count { if case .gateClosed(kind, _, _) = $0.notice { true } else { false } }
    }

    var complaints: Int {
        notices.count { if case .placeFailing = $0.notice { true } else { false } }
    }

    var recoveries: Int {
        notices.count { if case .placeRecovered = $0.notice { true } else { false } }
    }
}
