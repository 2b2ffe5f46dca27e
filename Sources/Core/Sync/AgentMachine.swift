/// The two machines of the agent, joined: what the monitor publishes or suspects, the synchroniser learns in
/// the same step; what a call meets, the monitor learns before the synchroniser judges it.
///
/// The driver in Agent and the simulations in the tests perform the same actions; neither decides anything.
package struct AgentMachine: Sendable {
    package enum Event: Sendable {
        case reachability(ReachabilityMachine.Event)
        case sync(SyncMachine.Event)
        /// A call's slot is free: it was answered, or failed.
        case answered(FetchOrder, TrafficEvidence)
        case finished(FetchOrder, FetchResult)
        case deadlineReached
    }

    package enum Action: Equatable, Sendable {
        case reachability(ReachabilityMachine.Action)
        case sync(SyncMachine.Action)
    }

    package private(set) var reachability: ReachabilityMachine
    package private(set) var sync: SyncMachine

    package init(reachability: ReachabilityMachine, sync: SyncMachine) {
        self.reachability = reachability
        self.sync = sync
    }

    package mutating func handle(_ event: Event, at now: Now) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .reachability(let event): observe(event, now, &actions)
        case .sync(let event): perform(event, now, &actions)
        case .answered(let order, let evidence):
            switch evidence {
            case .answer: observe(.trafficSucceeded(generation: order.generation), now, &actions)
            case .doubt: observe(.trafficFailed(generation: order.generation), now, &actions)
            case .none: break
            }
            perform(.answered(token: order.token), now, &actions)
        case .finished(let order, let result):
            perform(.finished(token: order.token, result), now, &actions)
        case .deadlineReached:
            observe(.deadlineReached, now, &actions)
            perform(.deadlineReached, now, &actions)
        }
        return actions
    }

    /// When `deadlineReached` must be delivered; nil while only an event can change anything.
    package mutating func deadline(_ now: Now) -> Moment? {
        guard let probe = reachability.deadline else { return sync.deadline(now) }
        return sync.deadline(now).map { min(probe, $0) } ?? probe
    }

    /// The state of one place; nil for a place that is not on the list.
    package mutating func progress(of place: PlaceID, at now: Now) -> PlaceProgress? {
        sync.progress(of: place, at: now)
    }

    /// When the next call can go out; nil while that is up to an event.
    package mutating func nextCall(at now: Now) -> Moment? { sync.nextCall(at: now) }

    /// New numbers from the configuration; nothing that is known is forgotten.
    package mutating func change(
        _ reachability: ReachabilityConfiguration, _ sync: SyncConfiguration, at now: Now
    ) -> [Action] {
        self.reachability.change(reachability)
        return handle(.sync(.configurationChanged(sync)), at: now)
    }

    /// Calls of the last sixty seconds.
    package mutating func minuteUsed(at now: Now) -> Int { sync.minuteUsed(at: now) }

    private mutating func observe(
        _ event: ReachabilityMachine.Event, _ now: Now, _ actions: inout [Action]
    ) {
        let (statusBefore, wasSuspect) = (reachability.status, reachability.isSuspect)
        for action in reachability.handle(event, at: now) { actions.append(.reachability(action)) }
        guard reachability.status != statusBefore || reachability.isSuspect != wasSuspect else { return }
        perform(
            .reachabilityChanged(reachability.status, isSuspect: reachability.isSuspect), now, &actions)
    }

    private mutating func perform(_ event: SyncMachine.Event, _ now: Now, _ actions: inout [Action]) {
        for action in sync.handle(event, at: now) { actions.append(.sync(action)) }
    }
}

/// What a call says about the network, whatever it says about the weather.
package enum TrafficEvidence: Equatable, Sendable {
    /// The service answered, with whatever status.
    case answer
    /// It did not, or somebody else seems to have.
    case doubt
    /// Nothing: the call was superseded or never left.
    case none

    package init(_ failure: FetchFailure?) {
        guard case .transfer(let transfer) = failure else {
            self = failure?.suggestsPortal == true ? .doubt : .answer
            return
        }
        switch transfer.cause {
        case .superseded, .local: self = .none
        case .tooLarge: self = .answer
        default: self = .doubt
        }
    }
}
