import Core
import TestSupport
import Testing

/// The synchroniser alone, one event after the other.
@Suite struct SyncMachineTests {
    private static let start = Now(
        moment: Moment(nanoseconds: 1_000_000_000_000), wall: UnixTime(seconds: 1_796_083_200))

    private func status(_ state: ReachabilityState, _ sequence: Int = 2) -> ReachabilityStatus {
        ReachabilityStatus(
            state: state, reason: .none, since: Self.start.moment, sinceWall: Self.start.wall, generation: 1,
            sequence: sequence)
    }

    private func machine(
        _ places: Int, key: Int64? = 1, _ change: (inout SyncConfiguration) -> Void = { _ in }
    ) -> SyncMachine {
        var configuration = SyncConfiguration.currentOnly
        configuration.callsPerMinute = 60_000
        change(&configuration)
        var machine = SyncMachine(
            configuration: configuration, memory: SyncMemory(), status: status(.unknown, 1), seed: 1,
            at: Self.start)
        _ = machine.handle(.keyChanged(digest: key), at: Self.start)
        _ = machine.handle(.placesChanged(Place.virtual(places)), at: Self.start)
        return machine
    }

    private static func order(_ action: SyncMachine.Action) -> FetchOrder? {
        if case .fetch(let order) = action { order } else { nil }
    }

    private static func stored(_ outcome: FetchResult.Outcome = .stored(.stored)) -> FetchResult {
        FetchResult(outcome: outcome, duration: .milliseconds(80), bytes: 500, httpStatus: 200)
    }

    /// A machine whose canary has been answered, and the orders that followed.
    private func released(_ places: Int, perMinute: Int = 600) -> (SyncMachine, [FetchOrder]) {
        var machine = machine(places) { $0.callsPerMinute = perMinute }
        var orders = machine.handle(.reachabilityChanged(status(.online), isSuspect: false), at: Self.start)
            .compactMap(Self.order)
        #expect(orders.count == 1, "one canary")
        _ = machine.handle(.answered(token: orders[0].token), at: Self.start)
        orders += machine.handle(.finished(token: orders[0].token, Self.stored()), at: Self.start)
            .compactMap(Self.order)
        return (machine, Array(orders.dropFirst()))
    }

    @Test(arguments: [(50, 10), (600, 10), (3000, 50), (200_000, 100)])
    func `a second's worth of calls is out at most, ten at least and a hundred at most`(
        _ perMinute: Int, _ slots: Int
    ) {
        var configuration = SyncConfiguration()
        configuration.callsPerMinute = perMinute
        #expect(configuration.callsInFlight == slots)
    }

    @Test func `a slot is free when the body has arrived, not when it is stored`() {
        var (machine, orders) = released(30)
        #expect(orders.count == 10)
        let next = machine.handle(.answered(token: orders[0].token), at: Self.start).compactMap(Self.order)
        #expect(next.count == 1)
        let none = machine.handle(.finished(token: orders[0].token, Self.stored()), at: Self.start)
            .compactMap(Self.order)
        #expect(none.isEmpty)
    }

    @Test func `an answer that is told twice, or never, is counted once`() {
        var (machine, orders) = released(30)
        _ = machine.handle(.answered(token: orders[0].token), at: Self.start)
        let twice = machine.handle(.answered(token: orders[0].token), at: Self.start).compactMap(Self.order)
        #expect(twice.isEmpty)
        let never = machine.handle(.finished(token: orders[1].token, Self.stored()), at: Self.start)
            .compactMap(Self.order)
        #expect(never.count == 1)
        let again = machine.handle(.finished(token: orders[1].token, Self.stored()), at: Self.start)
        #expect(again.isEmpty)
    }

    @Test func `answers that wait for the store hold further calls, and one stored lets one out`() {
        // A hundred calls in flight, and two and a half times as many answers.
        var (machine, orders) = released(500, perMinute: 60_000)
        var waiting: [FetchOrder] = []
        while let order = orders.popLast() {
            waiting.append(order)
            orders += machine.handle(.answered(token: order.token), at: Self.start).compactMap(Self.order)
        }
        // Those that were out when the bound was reached may still come in.
        #expect((250...349).contains(waiting.count), "\(waiting.count)")
        #expect(machine.deadline(Self.start) == nil)
        #expect(machine.progress(of: PlaceID(500), at: Self.start)?.waitingFor == .storage)
        var released = 0
        for order in waiting {
            released +=
                machine.handle(.finished(token: order.token, Self.stored()), at: Self.start)
                .compactMap(Self.order).count
        }
        #expect(released > 0)
    }

    struct Wait: CustomTestStringConvertible {
        var name: String
        var state = ReachabilityState.online
        var key: Int64? = 1
        var failure: FetchFailure?
        var perMonth = 1_000_000
        var reason: WaitReason?
        var testDescription: String { name }
    }

    private static let waits = [
        Wait(name: "nothing", reason: nil),
        Wait(name: "offline", state: .offline, reason: .online),
        Wait(name: "no key", key: nil, reason: .key),
        Wait(name: "a refused key", failure: .keyRefused(message: nil), reason: .key),
        Wait(name: "a quota", failure: .tooManyRequests(retryAfter: .seconds(9)), reason: .quota),
        Wait(name: "a spent month", perMonth: 1, reason: .quota),
    ]

    @Test(arguments: waits)
    func `a question that cannot be asked is declined for the reason that places wait for`(wait: Wait) {
        var machine = machine(3, key: wait.key) { $0.callsPerMonth = wait.perMonth }
        let orders = machine.handle(
            .reachabilityChanged(status(wait.state), isSuspect: false), at: Self.start
        ).compactMap(Self.order)
        for order in orders {
            _ = machine.handle(.answered(token: order.token), at: Self.start)
            let outcome: FetchResult.Outcome = wait.failure.map { .failed($0) } ?? .stored(.stored)
            _ = machine.handle(.finished(token: order.token, Self.stored(outcome)), at: Self.start)
        }
        let actions = machine.handle(.lookUpRequested(LookUpID(1), .name("Oslo")), at: Self.start)
        if let reason = wait.reason {
            #expect(actions.contains(.declineLookUp(LookUpID(1), reason)))
            #expect(machine.progress(of: PlaceID(3), at: Self.start)?.waitingFor == reason)
        } else {
            let asked = actions.compactMap(Self.order)
            #expect(asked.map(\.subject).contains(.lookUp(LookUpID(1), .name("Oslo"))))
        }
    }

    @Test func `a failure while suspect is parked uncounted, and counts when the verdict is online`() {
        let failure = FetchFailure.transfer(TransferFailure(.timedOut, phase: .connect, curlCode: 28))
        for (verdict, code, decision) in [
            (ReachabilityState.online, -1001, "wait_timer"), (.offline, -1009, "wait_online"),
        ] {
            var (machine, orders) = released(3)
            let token = orders[0].token
            _ = machine.handle(.reachabilityChanged(status(.online), isSuspect: true), at: Self.start)
            _ = machine.handle(.answered(token: token), at: Self.start)
            let parked = machine.handle(
                .finished(
                    token: token,
                    FetchResult(outcome: .failed(failure), duration: .seconds(10), bytes: 0, httpStatus: nil)),
                at: Self.start)
            #expect(parked.isEmpty)
            let actions = machine.handle(
                .reachabilityChanged(status(verdict, 3), isSuspect: false), at: Self.start)
            let rows = actions.flatMap { action -> [AttemptRecord] in
                if case .remember(let change) = action { change.attempts } else { [] }
            }
            #expect(rows.map(\.code) == [code])
            #expect(rows.map(\.decision) == [decision])
        }
    }

    @Test func `a place that joins while a call is out that does not serve it is served soon after`() {
        var machine = machine(1) {
            $0.currentEvery = .hours(3)
            $0.shortestInterval = .minutes(10)
        }
        let orders = machine.handle(.reachabilityChanged(status(.online), isSuspect: false), at: Self.start)
            .compactMap(Self.order)
        var twin = Place.virtual(1)
        twin[0].id = PlaceID(2)
        _ = machine.handle(.placesChanged(twin), at: Self.start)
        _ = machine.handle(.finished(token: orders[0].token, Self.stored()), at: Self.start)
        let next = machine.progress(of: PlaceID(2), at: Self.start)?.nextAttempt
        #expect(next == Self.start.moment.advanced(by: .minutes(10)))
    }

    @Test func `a place that leaves and returns while its call is out waits for that one`() {
        var (machine, orders) = released(2)
        let place = Place.virtual(2)[1]
        var paused = place
        paused.status = .paused
        _ = machine.handle(.placesChanged([paused]), at: Self.start)
        let back = machine.handle(.placesChanged([place]), at: Self.start).compactMap(Self.order)
        #expect(back.isEmpty)
        _ = machine.handle(.finished(token: orders[0].token, Self.stored()), at: Self.start)
        let next = machine.progress(of: PlaceID(2), at: Self.start)?.nextAttempt
        #expect(next.map { $0 >= Self.start.moment.advanced(by: .minutes(10)) } == true)
    }

    @Test func `equal seeds and events give equal actions`() {
        func story() -> [VirtualAgent.Call] {
            var scenario = VirtualScenario(path: "▔▔▁▔▔═▔▔░▔▔▔▔", api: "··5··4·····")
            scenario.places = Place.virtual(40)
            return scenario.run().calls
        }
        #expect(story() == story())
    }
}
