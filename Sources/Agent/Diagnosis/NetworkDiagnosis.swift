import Control
import Core
import EventLoop
import OpenWeatherMap
import Probes
import Transfer

/// The layers of the network looked at once: the kernel's path, names, connections, TLS.
///
/// What counts is the host of the API, because it is what is fetched from; the target and the witness tell whose fault a
/// failure is.
@LoopActor
final class NetworkDiagnosis {
    /// What was found, and a way to ask the service when it can be reached.
    struct Result {
        var lines: [DiagnosisLine]
        var isReachable: Bool
        /// One GET request.
        var send: @LoopActor (String) async throws(FetchFailure) -> Answer
    }

    private let configuration: Configuration
    private let aims: ProbeAims
    private let book = AddressBook(resolver: Resolver())
    private let transport: Transport

    init(_ configuration: Configuration, _ environment: [String: String]) {
        self.configuration = configuration
        let policy = configuration.proxyPolicy(environment)
        aims = ProbeAims(
            target: Route(to: configuration.target, policy: policy),
            api: Route(to: configuration.apiOrigin, policy: policy),
            witness: configuration.witness.map { Route(to: $0, policy: policy) })
        transport = Transport(
            anchors: TrustAnchors(caFile: configuration.caFile), userAgent: "windsock/\(Release.version)")
    }

    func run(deadline: Duration, pathPatience: Duration) async -> Result {
        let pathLine = await path(within: pathPatience)
        guard pathLine.verdict == .ok else {
            return result([pathLine] + ProbeLines.skipped(), isReachable: false)
        }
        let started = LoopClock().now
        let request = ProbeRequest(token: 0, depth: .full, deadline: deadline)
        let report = await ConnectProbe(book: book, transport: transport).run(request, aims: aims)
        let elapsed = started.duration(to: LoopClock().now)
        let finding = report.finding(.api) ?? report.finding(.target)
        let lines = ProbeLines.lines(
            finding, host: aims.api.origin.authority, elapsed: elapsed, remark: remark(report))
        return result([pathLine] + lines, isReachable: finding?.failure == nil)
    }

    private func result(_ lines: [DiagnosisLine], isReachable: Bool) -> Result {
        Result(lines: lines, isReachable: isReachable) { [self] (url) throws(FetchFailure) in
            try await send(url)
        }
    }

    /// Whose fault it is, when somebody else answers.
    private func remark(_ report: ProbeReport) -> String? {
        if report.finding(.api) != nil, let target = report.finding(.target), target.failure == nil {
            return "\(aims.target.origin.authority) answers"
        }
        if let witness = aims.witness, let finding = report.finding(.witness), finding.failure == nil {
            return "\(witness.origin.authority) answers: it is them, not you"
        }
        return nil
    }

    private func send(_ url: String) async throws(FetchFailure) -> Answer {
        do throws(TransferFailure) {
            let addresses = try await book.recent(
                aims.api.firstHost, atMost: .seconds(60), within: .seconds(5))
            return Answer(
                try await transport.send(TransferRequest(url: url, route: aims.api, addresses: addresses)))
        } catch {
            throw .transfer(error)
        }
    }

    // MARK: the path

    /// Whether the kernel has a route: a default one, or one to the addresses of the first hop, for which their names are
    /// looked up when there is no default route.
    private func path(within patience: Duration) async -> DiagnosisLine {
        let started = LoopClock().now
        var snapshot = await snapshot(towards: NetworkDiagnosis.literals(aims), within: patience)
        if !snapshot.isUsable {
            for host in [aims.api.firstHost, aims.target.firstHost] {
                _ = try? await book.fresh(host, within: patience)
            }
            let known = book.lastKnown(aims.api.firstHost) + book.lastKnown(aims.target.firstHost)
            if !known.isEmpty { snapshot = await self.snapshot(towards: known, within: patience) }
        }
        return SettingLines.path(snapshot, duration: started.duration(to: LoopClock().now))
    }

    private static func literals(_ aims: ProbeAims) -> [ResolvedAddress] {
        [aims.api.firstHost, aims.target.firstHost].compactMap { ResolvedAddress(literal: $0) }
    }

    private func snapshot(
        towards destinations: [ResolvedAddress], within patience: Duration
    ) async -> PathSnapshot {
        let path = KernelPath()
        path.destinations = destinations
        return await withTaskGroup(of: PathSnapshot?.self) { group in
            group.addTask { await NetworkDiagnosis.first(path.readings()) }
            group.addTask {
                try? await LoopClock().sleep(for: patience)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .none
        }
    }

    private static func first(_ readings: AsyncStream<PathReading>) async -> PathSnapshot? {
        for await reading in readings { return reading.snapshot }
        return nil
    }
}
