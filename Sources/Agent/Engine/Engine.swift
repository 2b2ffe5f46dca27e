import Control
import Core
import EventLoop
import OpenWeatherMap
import Probes
import Store
import Transfer

/// Drives the machines: hands them what happens, performs what they ask for, and keeps one timer armed for
/// their next deadline.
///
/// It decides nothing.
@LoopActor
final class Engine {
    /// What the engine works with; made by the daemon, replaced by no one.
    struct Parts {
        var store: Store
        var transport: Transport
        var book: AddressBook
        var probe: ConnectProbe
        var path: KernelPath
        var clockWatch: ClockWatch
        var log: Log

        init(
            store: Store, transport: Transport, book: AddressBook, probe: ConnectProbe, path: KernelPath,
            clockWatch: ClockWatch, log: Log
        ) {
            self.store = store
            self.transport = transport
            self.book = book
            self.probe = probe
            self.path = path
            self.clockWatch = clockWatch
            self.log = log
        }
    }

    let parts: Parts
    private(set) var configuration: Configuration {
        didSet { aims = Engine.aims(configuration, environment) }
    }
    let environment: [String: String]
    /// The ways the configuration prescribes.
    private(set) var aims: ProbeAims
    var machine: AgentMachine
    private(set) var keys: KeyFindings
    var keyRing: KeyRing
    private let keyWatch: FileWatch
    var places: [PlaceID: Place] = [:] { didSet { orderedIdentities = nil } }
    /// Nil after a change, until somebody asks.
    private var orderedIdentities: [PlaceID]?
    /// What this machine's clock is ahead of the server's, from the newest answer with a date.
    var clockOffset: Duration?
    var storage: DaemonReport.Storage
    /// Whether a damaged database has been replaced since the start.
    var hasRecovered: Bool
    /// Why the database has to be replaced, until it has been.
    var damage: StoreError?
    /// What waits for the disk, and what is being written of it.
    var kept = KeptValues()
    var writing = KeptValues()
    var healing = DiskHealing()
    var healingTimer: LoopTimer?
    var isHealingPlanned = false
    var isHealing = false
    let startedAt: UnixTime
    let journal = EngineJournal()
    let observers = EngineObservers()
    private var deadlineTimer: LoopTimer?
    private let work = EngineWork()
    let burstMemory: BurstMemory
    private var lookUps: [LookUpID: Promise<LookUpOutcome>] = [:]
    private var nextLookUp = 1
    private var runningProbes: Set<Int> = []
    private let clock = LoopClock()

    init(
        parts: Parts, configuration: Configuration, environment: [String: String], keyRing: KeyRing,
        memory: SyncMemory, places: [Place], seed: UInt64
    ) {
        self.parts = parts
        burstMemory = BurstMemory { parts.transport.dropSpares() }
        self.configuration = configuration
        self.environment = environment
        self.keyRing = keyRing
        keyWatch = FileWatch(keyRing.paths)
        hasRecovered = parts.store.recovery != nil
        storage = parts.store.recovery == nil ? .ok : .recovered
        keys = keyRing.look()
        let now = Now(moment: LoopClock().now, wall: WallClock.now)
        startedAt = now.wall
        let monitor = ReachabilityMachine(configuration: configuration.reachability, seed: seed, at: now)
        machine = AgentMachine(
            reachability: monitor,
            sync: SyncMachine(
                configuration: configuration.sync, memory: memory, status: monitor.status, seed: seed &+ 1,
                at: now))
        aims = Engine.aims(configuration, environment)
        for place in places { self.places[place.id] = place }
    }

    /// The places by rising identity: sorted once, because a long list is read in many pages.
    var identities: [PlaceID] {
        if let orderedIdentities { return orderedIdentities }
        let sorted = places.keys.sorted()
        orderedIdentities = sorted
        return sorted
    }

    var now: Now { Now(moment: clock.now, wall: WallClock.now) }

    /// Runs until the task is cancelled.
    ///
    /// Every other child belongs to it.
    func run() async {
        parts.transport.connectionsPerHost = configuration.sync.connectionsPerHost
        deadlineTimer = LoopTimer { [weak self] in self?.handle(.deadlineReached) }
        // Known before the first look, so that the look after the first probe finds nothing changed.
        parts.path.destinations = destinations
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followPath() }
            group.addTask { await self.followClock() }
            group.addTask { await self.followKeyFiles() }
            begin()
            for await _ in work.bell {
                for item in work.take() { group.addTask { await self.perform(item) } }
            }
            group.cancelAll()
        }
        deadlineTimer?.disarm()
        healingTimer?.disarm()
    }

    private func begin() {
        if let recovery = parts.store.recovery { parts.log.write(.warning, recovery.message) }
        parts.log.redact(keys.key.map { [$0] } ?? [])
        if let complaint = keys.complaint { parts.log.write(.warning, "no usable key: \(complaint)") }
        handle(.reachability(.started))
        handle(.sync(.keyChanged(digest: keys.key?.fingerprint)))
        handle(.sync(.placesChanged(places.values.sorted { $0.id < $1.id })))
    }

    // MARK: events

    /// Hands an event to the machines and performs what they answer.
    func handle(_ event: AgentMachine.Event) {
        perform(machine.handle(event, at: now))
    }

    private func perform(_ actions: [AgentMachine.Action]) {
        for action in actions {
            switch action {
            case .reachability(let action): perform(action)
            case .sync(let action): perform(action)
            }
        }
        deadlineTimer?.arm(machine.deadline(now))
        observers.noteProgress(isSettled: machine.reachability.isSettled)
    }

    /// Adds something to be done as a child of `run`.
    func start(_ item: EngineWork.Item) { work.add(item) }

    private func followPath() async {
        var isPolling = false
        for await reading in parts.path.readings() {
            if case .polling(let number) = reading.source, !isPolling {
                isPolling = true
                parts.log.write(
                    .warning, "netlink is refused (errno \(number)); the routes are read every 10 s instead")
            }
            handle(.reachability(.pathObserved(reading.snapshot)))
        }
    }

    private func followClock() async {
        for await event in parts.clockWatch.events() {
            switch event {
            case .resumed(let asleep):
                parts.log.write(.notice, "awake after \(asleep.inWords)")
                handle(.reachability(.resumed))
            case .stepped: handle(.reachability(.clockStepped))
            }
        }
    }

    private func followKeyFiles() async {
        for await _ in keyWatch.changes() { lookForKey(announce: false) }
    }

    /// Looks at all sources again.
    ///
    /// A key that is there releases the key gate if it is another one, or if somebody has just set it
    /// (`announce`).
    func lookForKey(announce: Bool) {
        let before = keys
        keys = keyRing.look()
        parts.log.redact([before.key, keys.key].compactMap { $0 })
        if let complaint = keys.complaint, announce || complaint != before.complaint {
            parts.log.write(.warning, "no usable key: \(complaint)")
        }
        guard announce || keys.key != before.key else { return }
        if keys.complaint == nil, let source = keys.inForce?.source {
            parts.log.write(.notice, "a new key is in force (\(source.words))")
        }
        handle(.sync(.keyChanged(digest: keys.key?.fingerprint)))
        observers.tell(.key(keyReport))
    }

    // MARK: the monitor's actions

    private func perform(_ action: ReachabilityMachine.Action) {
        switch action {
        case .publish(let status): publish(status)
        case .startProbe(let request):
            runningProbes.insert(request.token)
            start(.probe(request))
        case .abandonProbe(let token): runningProbes.remove(token)
        case .beginGeneration:
            parts.transport.beginGeneration()
            parts.book.beginGeneration()
        case .observePathAgain: parts.path.refresh()
        }
    }

    private func publish(_ status: ReachabilityStatus) {
        journal.publish(
            status, host: targetName, due: dueCount, on: parts.log, at: now)
        if status.state != .unknown || status.sequence > 1 {
            let record = ReachabilityRecord(
                at: now.wall, state: status.state, reason: status.reason, generation: status.generation)
            work.record(SyncChange(reachability: [record]))
        }
        if status.state == .offline, status.reason == .noPath { letGoOfRequests() }
        observers.tell(.reachability(reachabilityReport))
    }

    /// Ends what is under way, now that there is no path.
    ///
    /// It would end with the next network anyway, and until then the kernel would go on sending it, which holds up the
    /// first packets of the return by up to a second: they wait behind its questions for the neighbour's address (arp(7),
    /// retrans_time). Idle connections are left alone for the same reason: closing them sends something.
    private func letGoOfRequests() {
        guard parts.transport.inFlight > 0 else { return }
        parts.transport.beginGeneration()
        parts.book.beginGeneration()
    }

    /// The target as people write it: without the port that https has anyway.
    var targetName: String {
        configuration.target.port == 443 ? configuration.target.host : configuration.target.authority
    }

    /// Places whose next fetch only waits for the network.
    private var dueCount: Int {
        Set(machine.sync.dueJobs(of: Array(places.keys), at: now).map(\.place)).count
    }

    // MARK: the synchroniser's actions

    private func perform(_ action: SyncMachine.Action) {
        switch action {
        case .fetch(let order): start(.fetch(order))
        case .remember(let change):
            work.record(change)
            tell(change)
        case .setStatus(let place, let status): start(.setStatus(place, status))
        case .resolve(let place, let candidate): start(.resolve(place, candidate))
        case .offer(let place, let candidates): start(.offer(place, candidates))
        case .answerLookUp(let identity, let result):
            lookUps.removeValue(forKey: identity)?.fulfil(.answered(result))
        case .declineLookUp(let identity, let reason):
            lookUps.removeValue(forKey: identity)?.fulfil(.declined(reason))
        case .notice(let notice):
            journal.write(notice, names: { self.places[$0]?.name }, on: parts.log, at: now)
        }
    }

    private func tell(_ change: SyncChange) {
        for attempt in change.attempts {
            let name = attempt.place.flatMap { places[$0]?.name }
            observers.tell(.attempt(AttemptReport(record: attempt, placeName: name)))
        }
        for gate in change.gates {
            observers.tell(
                .gate(GateReport(kind: gate.kind, isClosed: true, until: gate.until, since: gate.since)))
        }
        for kind in change.openedGates { observers.tell(.gate(GateReport(kind: kind, isClosed: false))) }
        let closed = (change.gates.map(\.kind) + change.openedGates).contains(.key)
        if closed { observers.tell(.key(keyReport)) }
    }

    // MARK: look-ups for somebody who waits

    enum LookUpOutcome: Sendable {
        case answered(Result<[PlaceCandidate], FetchFailure>)
        case declined(WaitReason)
    }

    /// Asks geocoding on behalf of a caller; waits for a verdict while unknown and for the limiter.
    func lookUp(_ query: PlaceQuery) async -> LookUpOutcome {
        let identity = LookUpID(nextLookUp)
        nextLookUp += 1
        let outcome = Promise<LookUpOutcome>()
        lookUps[identity] = outcome
        handle(.sync(.lookUpRequested(identity, query)))
        return await withTaskCancellationHandler {
            await outcome.wait()
        } onCancel: {
            EventLoop.shared.perform { [weak self] in self?.cancelLookUp(identity) }
        }
    }

    private func cancelLookUp(_ identity: LookUpID) {
        handle(.sync(.lookUpCancelled(identity)))
        lookUps.removeValue(forKey: identity)?.fulfil(.declined(.online))
    }

    // MARK: configuration

    /// Puts another configuration in force without losing state.
    func apply(_ configuration: Configuration) {
        let isOtherNetwork =
            configuration.api != self.configuration.api || configuration.proxy != self.configuration.proxy
            || configuration.caFile != self.configuration.caFile
            || configuration.target != self.configuration.target
        self.configuration = configuration
        keyRing.keyFile = configuration.keyFile
        keyWatch.add(keyRing.paths)
        parts.transport.anchors = TrustAnchors(caFile: configuration.caFile)
        parts.transport.connectionsPerHost = configuration.sync.connectionsPerHost
        if isOtherNetwork {
            parts.transport.beginGeneration()
            parts.book.beginGeneration()
        }
        perform(machine.change(configuration.reachability, configuration.sync, at: now))
        lookForKey(announce: false)
        if isOtherNetwork { handle(.reachability(.probeRequested)) }
    }

    // MARK: work

    private func perform(_ item: EngineWork.Item) async {
        switch item {
        case .remember(let change): await remember(change)
        case .probe(let request): await probe(request)
        case .fetch(let order): await fetch(order)
        case .heal: await heal()
        case .putBallast: await parts.store.putBallast()
        case .recover: await recoverStore()
        case .setStatus(let place, let status):
            await changePlace(place) {
                $0.status = status
            } in: {
                (store) throws(StoreError) in
                try await store.setStatus(place, status)
            }
        case .resolve(let place, let candidate): await resolve(place, candidate)
        case .offer(let place, let candidates):
            await changePlace(place) {
                $0.status = .ambiguous
            } in: {
                (store) throws(StoreError) in
                try await store.setCandidates(place, candidates)
            }
        }
    }

    private func probe(_ request: ProbeRequest) async {
        let report = await parts.probe.run(request, aims: aims)
        guard runningProbes.remove(request.token) != nil else { return }
        parts.path.destinations = destinations
        handle(.reachability(.probeFinished(report)))
    }

    private static func aims(_ configuration: Configuration, _ environment: [String: String]) -> ProbeAims {
        let policy = configuration.proxyPolicy(environment)
        return ProbeAims(
            target: Route(to: configuration.target, policy: policy),
            api: Route(to: configuration.apiOrigin, policy: policy),
            witness: configuration.witness.map { Route(to: $0, policy: policy) })
    }

    /// The addresses a route to which means that there is a path.
    var destinations: [ResolvedAddress] {
        parts.book.lastKnown(aims.target.firstHost) + parts.book.lastKnown(aims.api.firstHost)
    }
}
