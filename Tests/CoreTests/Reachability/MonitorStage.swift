import Core

/// A monitor, its clock, and whatever it has asked for.
struct MonitorStage {
    /// How a probe ends.
    ///
    /// A script of them is a string: `oss` is good, soft, soft.
    enum Answer: Character {
        case good = "o"
        /// Good at the API alone.
        case apiOnly = "a"
        /// Time-out.
        case soft = "s"
        /// EHOSTUNREACH.
        case hard = "h"
        /// The resolver takes too long.
        case names = "d"
        /// The resolver fails at once.
        case namesAtOnce = "D"
        case handshake = "t"
        case portal = "p"
        case notYetValid = "y"
        case expired = "e"
        /// The target is down and the witness answers.
        case witnessOnly = "w"

        func findings(_ depth: ProbeDepth, total: Duration) -> [ProbeFinding] {
            let good = ProbeFinding(
                aim: .target, connect: total - (depth == .full ? .milliseconds(2) : .zero),
                tls: depth == .full ? .milliseconds(2) : nil)
            var api = good
            api.aim = .api
            switch self {
            case .good: return depth == .full ? [good, api] : [good]
            case .apiOnly: return [ProbeFinding(aim: .target, failure: Answer.soft.failure), api]
            default:
                var findings = [ProbeFinding(aim: .target, failure: failure)]
                if depth == .full { findings.append(ProbeFinding(aim: .api, failure: failure)) }
                if self == .witnessOnly {
                    findings.append(ProbeFinding(aim: .witness, connect: .milliseconds(9)))
                }
                return findings
            }
        }

        var failure: TransferFailure? {
            switch self {
            case .good, .apiOnly: nil
            case .soft, .witnessOnly: TransferFailure(.timedOut, phase: .connect, curlCode: 28)
            case .hard: TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 113)
            case .names: TransferFailure(.resolver, phase: .dns)
            case .namesAtOnce:
                TransferFailure(.resolver, phase: .dns, osErrno: TransferFailure.resolverGaveUpAtOnce)
            case .handshake: TransferFailure(.handshake, phase: .tls, curlCode: 35)
            case .portal: TransferFailure(.certificate(.untrusted), phase: .tls, curlCode: 60)
            case .notYetValid: TransferFailure(.certificate(.notYetValid), phase: .tls, curlCode: 60)
            case .expired: TransferFailure(.certificate(.expired), phase: .tls, curlCode: 60)
            }
        }
    }

    static let eth0 = PathSnapshot(routes: [
        PathRoute(
            destination: "default", family: .ipv4, interface: "eth0", gateway: "192.0.2.1",
            source: "192.0.2.7")
    ])
    static let wlan0 = PathSnapshot(routes: [
        PathRoute(
            destination: "default", family: .ipv4, interface: "wlan0", gateway: "198.51.100.1",
            source: "198.51.100.9")
    ])
    static let start = UnixTime(seconds: 1_796_083_200)

    private(set) var machine: ReachabilityMachine
    var now = Now(moment: Moment(nanoseconds: 1_000_000_000_000), wall: start)
    private(set) var probes: [(at: Duration, request: ProbeRequest)] = []
    /// `online`, `offline no_path`, each with the time it was published.
    private(set) var published: [(at: Duration, word: String)] = []
    private(set) var abandoned: [Int] = []
    private(set) var looks: [Duration] = []
    private(set) var running: ProbeRequest?
    private let beginning = Moment(nanoseconds: 1_000_000_000_000)

    init(seed: UInt64 = 1, _ change: (inout ReachabilityConfiguration) -> Void = { _ in }) {
        var configuration = ReachabilityConfiguration()
        change(&configuration)
        machine = ReachabilityMachine(configuration: configuration, seed: seed, at: now)
        send(.started)
    }

    /// A monitor that has a path and has found the service.
    static func online(seed: UInt64 = 1, total: Duration = .milliseconds(30)) -> MonitorStage {
        var stage = MonitorStage(seed: seed)
        stage.send(.pathObserved(eth0))
        stage.answer(.good, after: total)
        return stage
    }

    /// One that has a path and nothing behind it.
    static func offline(seed: UInt64 = 1) -> MonitorStage {
        var stage = MonitorStage(seed: seed)
        stage.send(.pathObserved(eth0))
        stage.answer(.soft)
        return stage
    }

    var elapsed: Duration { beginning.duration(to: now.moment) }
    var status: ReachabilityStatus { machine.status }
    var words: [String] { published.map(\.word) }
    var word: String { words.last ?? "" }

    mutating func send(_ event: ReachabilityMachine.Event) {
        for action in machine.handle(event, at: now) {
            switch action {
            case .publish(let status):
                let reason = status.reason == .none ? "" : " \(status.reason.rawValue)"
                published.append((elapsed, status.state.rawValue + reason))
            case .startProbe(let request):
                probes.append((elapsed, request))
                running = request
            case .abandonProbe(let token):
                abandoned.append(token)
                if running?.token == token { running = nil }
            case .beginGeneration: break
            case .observePathAgain: looks.append(elapsed)
            }
        }
    }

    /// Lets time pass; what is due happens when it is.
    mutating func wait(_ duration: Duration) {
        let end = now.moment.advanced(by: duration)
        while let deadline = machine.deadline, deadline <= end {
            move(to: max(deadline, now.moment))
            send(.deadlineReached)
        }
        move(to: end)
    }

    private mutating func move(to moment: Moment) {
        now.wall = now.wall.advanced(by: .seconds(now.moment.duration(to: moment).components.seconds))
        now.moment = moment
    }

    /// Lets time pass while weather is fetched, so that nothing needs a probe.
    mutating func rest(_ duration: Duration) {
        let end = now.moment.advanced(by: duration)
        while now.moment < end {
            wait(min(.seconds(20), now.moment.duration(to: end)))
            send(.trafficSucceeded(generation: status.generation))
        }
    }

    /// Lets time pass until a probe is started; false when none is within a day.
    @discardableResult
    mutating func awaitProbe() -> Bool {
        let end = now.moment.advanced(by: .days(1))
        while running == nil, let deadline = machine.deadline, deadline <= end {
            move(to: max(deadline, now.moment))
            send(.deadlineReached)
        }
        return running != nil
    }

    /// Ends the running probe.
    mutating func answer(_ answer: Answer, after total: Duration = .milliseconds(30)) {
        guard let request = running else { return }
        wait(total)
        guard running?.token == request.token else { return }
        running = nil
        send(.probeFinished(report(request, answer, total)))
    }

    func report(_ request: ProbeRequest, _ answer: Answer, _ total: Duration) -> ProbeReport {
        ProbeReport(
            token: request.token, depth: request.depth,
            findings: answer.findings(request.depth, total: total))
    }

    /// Awaits one probe after the other and ends each by its character.
    mutating func play(_ script: String) {
        for character in script {
            guard awaitProbe(), let answer = Answer(rawValue: character) else { return }
            self.answer(answer)
        }
    }

    /// The pauses before the last probes.
    func pauses(_ count: Int) -> [Double] {
        let times = probes.suffix(count + 1).map(\.at)
        return zip(times, times.dropFirst()).map { ($1 - $0).inSeconds }
    }
}
