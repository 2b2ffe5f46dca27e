/// Decides whether the service is reachable.
///
/// Evidence goes in as events, each with the time it is handled at; what must be done comes out as actions.
/// The machine does no I/O and waits for nothing itself: its driver delivers `deadlineReached` at `deadline`.
///
///        start, resume ──► unknown ──one failure, or no path──► offline ──one good full probe──► online
///                             └───────────one good full probe──────────────────────────────────►  │ ▲
///                                                                    2 hard or 3 soft failures    │ │ any good one
///                                                              offline ◄──────── suspect ◄────────┘ │
///                                                                                 └─────────────────┘
///
/// While suspect, online stays published and the synchroniser parks its fetches (`isSuspect`). A path that is
/// gone for 250 ms makes every state offline.
package struct ReachabilityMachine: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
        case started
        case pathObserved(PathSnapshot)
        case probeFinished(ProbeReport)
        /// An HTTP answer of whatever status came over a connection of this generation.
        case trafficSucceeded(generation: Int)
        /// A transport failure, or an answer that a portal may have given.
        case trafficFailed(generation: Int)
        /// Somebody wants to know now.
        case probeRequested
        case resumed
        case clockStepped
        /// Overrides the verdict; nil returns to judging.
        case forced(ReachabilityState?)
        case deadlineReached
    }

    package enum Action: Equatable, Sendable {
        case publish(ReachabilityStatus)
        case startProbe(ProbeRequest)
        /// Its report will be ignored.
        case abandonProbe(token: Int)
        /// Connections, look-ups and verdicts made before belong to another network.
        case beginGeneration(Int)
        case observePathAgain
    }

    enum Phase: Equatable, Sendable {
        case unknown(until: Moment, afterResume: Bool, probes: Int)
        case online(probes: Int)
        case suspect(hard: Int, soft: Int, probes: Int)
        /// `probes` since the backoff last began; `goodProbes` in a row while flapping.
        case offline(probes: Int, goodProbes: Int)
        case forced
    }

    struct RunningProbe: Equatable, Sendable {
        var request: ProbeRequest
        /// The driver answers by the request's deadline; this is for the case that it does not.
        var overdueAt: Moment
    }

    package private(set) var status: ReachabilityStatus
    /// The newest probe's finding about the target, or about the API where there is none.
    package private(set) var evidence: ProbeEvidence?
    var configuration: ReachabilityConfiguration
    var phase: Phase
    var path: PathSnapshot?
    /// Since when the path is gone without offline having been published for it.
    var pathGoneSince: Moment?
    var probe: RunningProbe?
    var nextProbeAt: Moment?
    var safetyLookAt: Moment?
    /// The last trouble or change; steady probes stretch ten minutes after it.
    var troubleAt: Moment
    /// Total time of the last good full probe, also one of another network: a slow link stays slow.
    var goodProbeTime: Duration = .zero
    /// Why the newest probe of this generation failed.
    var lastBadReason: ReachabilityReason?
    /// Both clocks at the last handshake whose certificate verified: then the wall clock was right.
    var verifiedAt: Now?
    private var nextToken = 1
    private var damper = FlapDamper()
    private var generator: SplitMix64

    /// A machine in `unknown`.
    ///
    /// Equal seeds and events give equal actions.
    package init(configuration: ReachabilityConfiguration, seed: UInt64, at now: Now) {
        self.configuration = configuration
        generator = SplitMix64(seed: seed)
        phase = .unknown(
            until: now.moment.advanced(by: ReachabilityConfiguration.unknownLimit), afterResume: false,
            probes: 0)
        troubleAt = now.moment
        status = ReachabilityStatus(
            state: .unknown, reason: .none, since: now.moment, sinceWall: now.wall, generation: 1, sequence: 1
        )
    }

    /// Whether a suspicion is being looked into: the published online may not hold.
    package var isSuspect: Bool {
        if case .suspect = phase { return true }
        return false
    }

    /// Whether the published state is the verdict on all evidence there is: nothing is being looked into.
    package var isSettled: Bool { probe == nil && !isSuspect && status.state != .unknown }

    /// When `deadlineReached` is due; nil when nothing but an event can change anything.
    package var deadline: Moment? {
        var earliest = Moment.distantFuture
        if let probe { earliest = min(earliest, probe.overdueAt) }
        if let safetyLookAt { earliest = min(earliest, safetyLookAt) }
        if let nextProbeAt, mayProbe { earliest = min(earliest, nextProbeAt) }
        if case .unknown(let until, _, _) = phase { earliest = min(earliest, until) }
        if let pathGoneSince { earliest = min(earliest, pathGoneSince.advanced(by: pathHold)) }
        return earliest == .distantFuture ? nil : earliest
    }

    package mutating func handle(_ event: Event, at now: Now) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .started: actions.append(.publish(status))
        case .pathObserved(let snapshot): observePath(snapshot, now, &actions)
        case .probeFinished(let report): finishProbe(report, now, &actions)
        case .trafficSucceeded(let generation): noteTraffic(generation, now, &actions)
        case .trafficFailed(let generation): suspectTraffic(generation, now, &actions)
        case .probeRequested: probeSoon(now, &actions)
        case .resumed: resume(now, &actions)
        case .clockStepped: if status.reason == .clock { probeSoon(now, &actions) }
        case .forced(let state): force(state, now, &actions)
        case .deadlineReached: meetDeadlines(now, &actions)
        }
        startDueProbe(now, &actions)
        return actions
    }

    package mutating func change(_ configuration: ReachabilityConfiguration) {
        self.configuration = configuration
    }

    // MARK: publishing

    mutating func publish(
        _ state: ReachabilityState, _ reason: ReachabilityReason, _ now: Now, _ actions: inout [Action]
    ) {
        guard status.state != state || status.reason != reason else { return }
        if status.state != state {
            status.since = now.moment
            status.sinceWall = now.wall
            damper.noteChange(to: state, at: now.moment)
        }
        status.state = state
        status.reason = reason
        status.sequence += 1
        actions.append(.publish(status))
    }

    mutating func beginGeneration(_ now: Now, _ actions: inout [Action]) {
        status.generation += 1
        troubleAt = now.moment
        lastBadReason = nil
        abandonProbe(&actions)
        actions.append(.beginGeneration(status.generation))
    }

    mutating func flapHold(_ now: Now) -> Duration? {
        damper.hold(at: now.moment)
    }

    // MARK: probes

    /// Asks for a probe at `moment`; one that is running serves instead.
    mutating func scheduleProbe(at moment: Moment) {
        nextProbeAt = moment
    }

    mutating func abandonProbe(_ actions: inout [Action]) {
        if let probe { actions.append(.abandonProbe(token: probe.request.token)) }
        probe = nil
    }

    private mutating func startDueProbe(_ now: Now, _ actions: inout [Action]) {
        guard mayProbe, let due = nextProbeAt, due <= now.moment else { return }
        nextProbeAt = nil
        let request = ProbeRequest(token: nextToken, depth: nextDepth, deadline: nextProbeDeadline)
        nextToken += 1
        countProbe()
        let overdue = now.moment.advanced(by: request.deadline).advanced(by: .seconds(1))
        probe = RunningProbe(request: request, overdueAt: overdue)
        actions.append(.startProbe(request))
    }

    private var mayProbe: Bool {
        probe == nil && path?.isUsable != false && phase != .forced
    }

    private var nextDepth: ProbeDepth {
        guard case .online(let probes) = phase else { return .full }
        return (probes + 1) % ReachabilityConfiguration.fullProbeEvery == 0 ? .full : .connect
    }

    private var nextProbeDeadline: Duration {
        switch phase {
        case .unknown, .offline, .forced: ReachabilityConfiguration.riseDeadline
        case .online, .suspect:
            min(
                max(ReachabilityConfiguration.fallDeadline, goodProbeTime.scaled(by: 3)),
                ReachabilityConfiguration.riseDeadline)
        }
    }

    private mutating func countProbe() {
        switch phase {
        case .unknown(let until, let afterResume, let probes):
            phase = .unknown(until: until, afterResume: afterResume, probes: probes + 1)
        case .online(let probes): phase = .online(probes: probes + 1)
        case .suspect(let hard, let soft, let probes):
            phase = .suspect(hard: hard, soft: soft, probes: probes + 1)
        case .offline(let probes, let good): phase = .offline(probes: probes + 1, goodProbes: good)
        case .forced: break
        }
    }

    mutating func jittered(_ duration: Duration) -> Duration {
        duration.jittered(ReachabilityConfiguration.jitter, using: &generator)
    }

    mutating func note(_ report: ProbeReport, _ now: Now) {
        guard let finding = report.finding(.target) ?? report.finding(.api) else { return }
        evidence = ProbeEvidence(at: now.wall, finding: finding)
        let good = [ProbeAim.target, .api].compactMap(report.finding).first { $0.failure == nil }
        guard report.depth == .full, let good else { return }
        goodProbeTime = good.total
        if good.tls != nil { verifiedAt = now }
    }

    /// Whether a certificate's dates say more about our clock than about the certificate: it reads less than
    /// it can, or has moved against the boot-time clock since a certificate last verified.
    func clockIsDoubtful(_ now: Now) -> Bool {
        if now.wall < configuration.builtAt { return true }
        guard let verifiedAt else { return false }
        let drift = verifiedAt.wall(at: now.moment).duration(to: now.wall)
        return drift > ReachabilityConfiguration.clockTolerance
            || drift < .zero - ReachabilityConfiguration.clockTolerance
    }
}
