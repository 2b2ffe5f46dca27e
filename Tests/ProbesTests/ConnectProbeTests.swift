import Core
import EventLoop
import Glibc
import Probes
import TestSupport
import Testing
import Transfer

@Suite(.timeLimit(.minutes(1))) struct ConnectProbeTests {
    /// A probe whose names are all answered with 127.0.0.1.
    @LoopActor
    struct Bench {
        let asked = Lock<[String]>([])
        let book: AddressBook
        let probe: ConnectProbe

        init(_ server: TLSServer, answer: String = "127.0.0.1") {
            let anchors = TrustAnchors(caFile: server.authority)
            self.init(anchors) { _ in
                .addresses([answer].compactMap { ResolvedAddress(literal: $0) })
            }
        }

        init(
            _ anchors: TrustAnchors = TrustAnchors(), answer: @escaping @Sendable (String) -> LookUpAnswer
        ) {
            let asked = self.asked
            book = AddressBook(
                resolver: Resolver(ask: { host in
                    asked.withLock { $0.append(host) }
                    return answer(host)
                }))
            probe = ConnectProbe(
                book: book, transport: Transport(anchors: anchors, userAgent: "windsock-tests/1"))
        }

        func run(
            _ depth: ProbeDepth, _ aims: ProbeAims, deadline: Duration = .seconds(8)
        ) async -> ProbeReport {
            await probe.run(ProbeRequest(token: 7, depth: depth, deadline: deadline), aims: aims)
        }
    }

    static func route(_ port: UInt16, host: String = TestCertificate.host) -> Route {
        Route(to: Origin(scheme: .https, host: host, port: port))
    }

    @Test func `a full probe asks, connects and shakes hands with every aim, and sends no request`()
        async throws
    {
        let server = try TLSServer([.valid, .wrongHost])
        await onLoop {
            let bench = Bench(server)
            let aims = ProbeAims(
                target: Self.route(server.port()), api: Self.route(server.plainPort),
                witness: Self.route(server.port(.wrongHost), host: "elsewhere.test"))
            let report = await bench.run(.full, aims)
            #expect(report.token == 7 && report.depth == .full)
            #expect(report.findings.map(\.aim) == [.target, .api, .witness])
            for finding in report.findings {
                #expect(finding.failure == nil)
                #expect(finding.dns != nil && finding.connect != nil && finding.tls != nil)
                #expect(!finding.answeredPrivately)
            }
            // The target and the API share a name, and a look-up where they meet in it.
            let asked = bench.asked.withLock { $0 }
            #expect(Set(asked) == [TestCertificate.host, "elsewhere.test"])
            _ = await bench.run(.full, aims)
            #expect(Set(bench.asked.withLock { $0 }.dropFirst(asked.count)) == Set(asked))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a connect probe goes to the target's last known address alone`() async throws {
        let server = try TLSServer()
        await onLoop {
            let bench = Bench(server)
            let aims = ProbeAims(target: Self.route(server.port()), api: Self.route(server.plainPort))
            let first = await bench.run(.connect, aims)
            #expect(first.findings.map(\.aim) == [.target] && first.findings[0].dns != nil)
            let second = await bench.run(.connect, aims)
            #expect(second.findings[0].failure == nil && second.findings[0].connect != nil)
            #expect(second.findings[0].dns == nil && second.findings[0].tls == nil)
            #expect(bench.asked.withLock { $0 } == [TestCertificate.host])
            #expect(bench.book.lastKnown(TestCertificate.host).map(\.text) == ["127.0.0.1"])
        }
    }

    @Test func `an API at the same place as the target is one finding`() async throws {
        let server = try TLSServer()
        await onLoop {
            let route = Self.route(server.port())
            let report = await Bench(server).run(.full, ProbeAims(target: route, api: route))
            #expect(report.findings.map(\.aim) == [.target])
        }
    }

    @Test func `an http aim is probed up to its connection`() async throws {
        let server = try TLSServer()
        await onLoop {
            let route = Route(to: Origin(scheme: .http, host: "127.0.0.1", port: server.port()))
            let finding = await Bench(server).run(.full, ProbeAims(target: route, api: route)).findings[0]
            #expect(finding.failure == nil && finding.connect != nil)
            #expect(finding.dns == nil && finding.tls == nil)
        }
    }

    @Test func `each phase that fails is named`() async throws {
        let expired = try TLSServer([.expired])
        await onLoop {
            let bench = Bench(TrustAnchors(caFile: expired.authority)) { host in
                host == "missing.test"
                    ? .noSuchName : .addresses(["127.0.0.1"].compactMap { ResolvedAddress(literal: $0) })
            }
            let aims = ProbeAims(
                target: Self.route(expired.port(.expired)), api: Self.route(443, host: "missing.test"),
                witness: Self.route(TLSServer.freePorts(1)[0]))
            let failures = await bench.run(.full, aims).findings.map(\.failure)
            #expect(
                failures.map { $0?.cause } == [.certificate(.expired), .noSuchName, .connect])
            #expect(failures.map { $0?.phase } == [.tls, .dns, .connect])
            #expect(failures[2]?.osErrno == ECONNREFUSED)
        }
    }

    @Test func `a probe ends at its deadline, each aim in its phase`() async {
        let silent = RawServer { $0.awaitClose() }
        let gate = Lock(false)
        await onLoop {
            let bench = Bench { host in
                while host == "stuck.test", !gate.withLock({ $0 }) { usleep(1000) }
                return .addresses(["127.0.0.1"].compactMap { ResolvedAddress(literal: $0) })
            }
            let aims = ProbeAims(
                target: Self.route(silent.port, host: "127.0.0.1"), api: Self.route(443, host: "stuck.test"))
            let failures = await bench.run(.full, aims, deadline: .seconds(2)).findings.map(\.failure)
            #expect(failures.map { $0?.cause } == [.timedOut, .resolver])
            #expect(failures.map { $0?.phase } == [.tls, .dns])
            gate.withLock { $0 = true }
        }
    }

    @Test func `a private answer to a public name is noted, to others it is not`() async throws {
        let server = try TLSServer()
        await onLoop {
            for (host, isNoted) in [
                ("weather.example.com", true), ("weather.lan", false), ("weather", false),
            ] {
                let route = Self.route(server.port(), host: host)
                let finding = await Bench(server).run(.full, ProbeAims(target: route, api: route)).findings[0]
                #expect(finding.answeredPrivately == isNoted, "\(host)")
            }
        }
    }

    @Test func `a cancelled probe returns at once`() async {
        let silent = RawServer { $0.awaitClose() }
        let report = await onLoop {
            let bench = Bench { _ in .failed }
            let route = Self.route(silent.port, host: "127.0.0.1")
            return await withTaskGroup(of: ProbeReport.self) { group in
                group.addTask {
                    await bench.run(.full, ProbeAims(target: route, api: route), deadline: .seconds(3600))
                }
                group.cancelAll()
                return await group.next()
            }
        }
        #expect(report?.findings.map { $0.failure?.cause } == [.superseded])
    }
}
