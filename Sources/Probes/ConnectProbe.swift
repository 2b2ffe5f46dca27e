package import Core
package import EventLoop
package import Transfer

/// Makes the probes the monitor asks for: DNS, TCP, TLS, never a request.
///
/// It gathers evidence and judges nothing.
///
/// What it resolves goes into the address book, from which the kernel path and the fetcher take it.
@LoopActor
package final class ConnectProbe {
    private let book: AddressBook
    private let transport: Transport

    package nonisolated init(book: AddressBook, transport: Transport) {
        self.book = book
        self.transport = transport
    }

    /// Runs a probe to its end, which is its deadline at the latest.
    ///
    /// A full probe goes to every aim at the same time: a fresh DNS query, TCP, and a verified handshake
    /// where the aim speaks TLS. An API at the same place as the target is no aim of its own. A connect probe
    /// goes to the target alone and to its last known addresses; without any it asks for them. An aim that
    /// has not answered by the deadline has failed with `.timedOut` in the phase it was in, or `.resolver` in
    /// the first. When the task is cancelled the findings are `.superseded`.
    package func run(_ request: ProbeRequest, aims: ProbeAims) async -> ProbeReport {
        let deadline = LoopClock().now.advanced(by: request.deadline)
        var routes = [(aim: ProbeAim.target, route: aims.target)]
        if request.depth == .full {
            if aims.api != aims.target { routes.append((.api, aims.api)) }
            if let witness = aims.witness { routes.append((.witness, witness)) }
        }
        let findings = await withTaskGroup(of: ProbeFinding.self) { group in
            for (aim, route) in routes {
                group.addTask { await self.probe(aim, route, request.depth, until: deadline) }
            }
            var findings: [ProbeFinding] = []
            for await finding in group { findings.append(finding) }
            return findings
        }
        let order = ProbeAim.allCases
        return ProbeReport(
            token: request.token, depth: request.depth,
            findings: order.compactMap { aim in findings.first { $0.aim == aim } })
    }

    private func probe(
        _ aim: ProbeAim, _ route: Route, _ depth: ProbeDepth, until deadline: Moment
    ) async -> ProbeFinding {
        var finding = ProbeFinding(aim: aim)
        do throws(TransferFailure) {
            var addresses = depth == .full ? [] : book.lastKnown(route.firstHost)
            if addresses.isEmpty { addresses = try await resolve(route, until: deadline, &finding) }
            let remaining = LoopClock().now.duration(to: deadline)
            guard remaining > .zero else { throw TransferFailure(.timedOut, phase: .connect) }
            let times = try await transport.connect(
                ConnectRequest(
                    route: route, addresses: addresses, depth: depth == .full ? .tls : .tcp,
                    deadline: remaining))
            finding.connect = times.connect
            finding.tls = times.tls
        } catch {
            if error.phase == .connect { book.doubt(route.firstHost) }
            finding.failure = error
        }
        return finding
    }

    private func resolve(
        _ route: Route, until deadline: Moment, _ finding: inout ProbeFinding
    ) async throws(TransferFailure) -> [ResolvedAddress] {
        let host = route.firstHost
        let isLiteral = ResolvedAddress(literal: host) != nil
        let start = LoopClock().now
        let addresses = try await book.fresh(host, within: start.duration(to: deadline))
        if !isLiteral { finding.dns = start.duration(to: LoopClock().now) }
        // A proxy may well stand in the private network, and so may a host whose name is not a public one.
        finding.answeredPrivately =
            route.proxy == nil && !isLiteral && ConnectProbe.isPublic(host)
            && addresses.contains(where: \.isPrivate)
        return addresses
    }

    /// Whether a name can only be the public DNS's: it has several labels and ends in none of the names
    /// reserved for private use (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`), nor in those common
    /// in local networks.
    private static func isPublic(_ host: String) -> Bool {
        let reserved = [
            "localhost", "local", "internal", "home.arpa", "test", "invalid", "lan", "home", "corp",
        ]
        return host.contains(".") && !reserved.contains { host.hasSuffix("." + $0) }
    }
}
