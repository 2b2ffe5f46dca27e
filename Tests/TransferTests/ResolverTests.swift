import Core
import EventLoop
import Glibc
import TestSupport
import Testing
import Transfer

@Suite(.timeLimit(.minutes(1))) struct ResolverTests {
    /// A name service that answers when the test says so.
    final class NameService: Sendable {
        private struct State {
            var asked: [String] = []
            var answers: [String: LookUpAnswer] = [:]
        }

        private let state = Lock(State())

        var asked: [String] { state.withLock { $0.asked } }

        func answer(_ host: String, _ answer: LookUpAnswer) {
            state.withLock { $0.answers[host] = answer }
        }

        /// Blocks like getaddrinfo(3).
        func ask(_ host: String) -> LookUpAnswer {
            state.withLock { $0.asked.append(host) }
            while true {
                if let answer = state.withLock({ $0.answers[host] }) { return answer }
                usleep(1000)
            }
        }
    }

    static let addresses = ["192.0.2.5", "2001:db8::5"].compactMap { ResolvedAddress(literal: $0) }

    @LoopActor
    static func failure(_ resolver: Resolver, _ host: String, within deadline: Duration) async
        -> TransferFailure?
    {
        do {
            _ = try await resolver.resolve(host, within: deadline)
            return nil
        } catch { return error }
    }

    @Test func `literals and localhost are answered without asking`() async throws {
        try await onLoop {
            let resolver = Resolver(ask: { _ in preconditionFailure("asked") })
            let literal = try await resolver.resolve("192.0.2.5", within: .zero)
            let six = try await resolver.resolve("2001:db8::5", within: .zero)
            let local = try await resolver.resolve("localhost", within: .zero)
            #expect(literal + six == Self.addresses)
            #expect(local.map(\.text) == ["127.0.0.1", "::1"])
        }
    }

    @Test func `equal look-ups that overlap are one, and later ones ask again`() async throws {
        let service = NameService()
        try await onLoop {
            let resolver = Resolver(ask: service.ask)
            async let first = resolver.resolve("a.test", within: .seconds(30))
            async let second = resolver.resolve("a.test", within: .seconds(30))
            try await until { service.asked.count == 1 }
            service.answer("a.test", .addresses(Self.addresses))
            let both = try await [first, second]
            #expect(both == [Self.addresses, Self.addresses])
            _ = try await resolver.resolve("a.test", within: .seconds(30))
            #expect(service.asked == ["a.test", "a.test"])
        }
    }

    @Test func `a missing name and a failing service are told apart, and how fast it failed`() async {
        await onLoop {
            let missing = Resolver(ask: { _ in .noSuchName })
            #expect(
                await Self.failure(missing, "a.test", within: .seconds(30))
                    == TransferFailure(.noSuchName, phase: .dns))
            let atOnce = Resolver(ask: { _ in .failed })
            #expect(
                await Self.failure(atOnce, "a.test", within: .seconds(30))
                    == TransferFailure(
                        .resolver, phase: .dns, osErrno: TransferFailure.resolverGaveUpAtOnce))
            let slowly = Resolver(ask: { _ in
                usleep(150_000)
                return .failed
            })
            #expect(
                await Self.failure(slowly, "a.test", within: .seconds(30))
                    == TransferFailure(.resolver, phase: .dns))
        }
    }

    @Test func `a stuck look-up is abandoned at its deadline and the next one has a fresh thread`()
        async throws
    {
        let service = NameService()
        service.answer("good.test", .addresses(Self.addresses))
        try await onLoop {
            let resolver = Resolver(ask: service.ask)
            let failure = await Self.failure(resolver, "stuck.test", within: .milliseconds(20))
            #expect(failure == TransferFailure(.resolver, phase: .dns))
            #expect(resolver.abandonedCount == 1)
            let addresses = try await resolver.resolve("good.test", within: .seconds(30))
            #expect(addresses == Self.addresses)
            service.answer("stuck.test", .failed)
            try await until { resolver.abandonedCount == 0 }
        }
    }

    @Test func `three look-ups may be abandoned, then they fail at once until one comes back`() async throws {
        let service = NameService()
        service.answer("good.test", .addresses(Self.addresses))
        try await onLoop {
            let resolver = Resolver(ask: service.ask)
            for number in 1...3 {
                _ = await Self.failure(resolver, "stuck\(number).test", within: .milliseconds(20))
            }
            #expect(resolver.abandonedCount == Resolver.abandonedLimit)
            let refused = await Self.failure(resolver, "good.test", within: .seconds(3600))
            #expect(refused == TransferFailure(.resolver, phase: .dns))
            #expect(service.asked.count == 3)
            service.answer("stuck2.test", .failed)
            try await until { resolver.abandonedCount == 2 }
            let addresses = try await resolver.resolve("good.test", within: .seconds(30))
            #expect(addresses == Self.addresses)
            for number in 1...3 { service.answer("stuck\(number).test", .failed) }
        }
    }

    @Test func `a new network supersedes look-ups under way and those behind them`() async throws {
        let service = NameService()
        try await onLoop {
            let resolver = Resolver(ask: service.ask)
            async let running = Self.failure(resolver, "a.test", within: .seconds(3600))
            async let waiting = Self.failure(resolver, "b.test", within: .seconds(3600))
            try await until { service.asked.count == 1 }
            // Which of two children is first is nobody's promise.
            let stuck = service.asked[0]
            let behind = stuck == "a.test" ? "b.test" : "a.test"
            resolver.abandonStuck()
            let failures = await [running, waiting]
            #expect(failures == Array(repeating: TransferFailure(.superseded, phase: .dns), count: 2))
            #expect(resolver.abandonedCount == 1)
            service.answer(behind, .addresses(Self.addresses))
            let addresses = try await resolver.resolve(behind, within: .seconds(30))
            #expect(addresses == Self.addresses)
            service.answer(stuck, .failed)
        }
    }

    @Test func `a cancelled waiter returns at once and leaves the others waiting`() async throws {
        let service = NameService()
        try await onLoop {
            let resolver = Resolver(ask: service.ask)
            async let patient = resolver.resolve("a.test", within: .seconds(3600))
            let failure = await withTaskGroup(of: TransferFailure?.self) { group in
                group.addTask { await Self.failure(resolver, "a.test", within: .seconds(3600)) }
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(failure == TransferFailure(.superseded, phase: .dns))
            #expect(resolver.abandonedCount == 0)
            service.answer("a.test", .addresses(Self.addresses))
            let addresses = try await patient
            #expect(addresses == Self.addresses)
        }
    }

    @Test func `the system's resolver knows this machine`() {
        guard case .addresses(let addresses) = LookUpAnswer.ofSystem("localhost") else {
            Issue.record("localhost is unknown")
            return
        }
        #expect(!addresses.isEmpty && addresses.allSatisfy(\.isLoopback))
        #expect(Set(addresses).count == addresses.count)
    }
}
