import Control
import Core
import EventLoop
import TestSupport
import Testing

@Suite struct StreamTests {
    private static let monitor = #"{"method":"org.windsock.Agent.Monitor","more":true}"#

    @Test func `monitor sends the snapshot first, then each event as it happens`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            var updates = try ControlClient(path: path).monitor()
            #expect(try updates.next(within: RawClient.patience) == .snapshot(Samples.status))
            for event in Samples.events {
                await agent.emit(event)
                #expect(try updates.next(within: RawClient.patience) == .event(event))
            }
        }
    }

    @Test func `waiting for an event may end and be taken up again`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            var updates = try ControlClient(path: path).monitor()
            _ = try updates.next(within: RawClient.patience)
            #expect(throws: ControlClientError.timedOut) { try updates.next(within: .milliseconds(5)) }
            await agent.emit(Samples.events[1])
            #expect(try updates.next(within: RawClient.patience) == .event(Samples.events[1]))
        }
    }

    @Test func `a stream that the agent ends, ends with an error`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            var updates = try ControlClient(path: path).monitor()
            _ = try updates.next(within: RawClient.patience)
            await agent.endMonitors()
            #expect(throws: ControlClientError.refused(.tryAgain(reason: "windsockd is stopping"))) {
                try updates.next(within: RawClient.patience)
            }
            #expect(try updates.next() == nil)
        }
    }

    @Test func `monitor without more is refused`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(#"{"method":"org.windsock.Agent.Monitor","more":false}"#)
            #expect(try client.hear()?.error == "ExpectedMore")
        }
    }

    @Test func `the agent's stream ends when the client hangs up`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            do {
                var updates = try ControlClient(path: path).monitor()
                _ = try updates.next(within: RawClient.patience)
            }
            await agent.untilStreamEnded()
        }
    }

    @Test func `sync reports until it is finished, and the connection goes on`() async throws {
        let agent = ScriptedAgent()
        var last = Samples.progress
        last.isFinished = true
        let reports = [SyncProgress(total: 12), Samples.progress, last]
        await agent.configure { $0.reports = reports }
        try await withServer(agent) { path, _ in
            let client = try ControlClient(path: path)
            var progress = try client.syncProgress(["Oslo"])
            var received: [SyncProgress] = []
            while let report = try progress.next(within: RawClient.patience) { received.append(report) }
            #expect(received == reports)
            #expect(try client.sync() == reports[0])
            #expect(try client.status() == Samples.status)
        }
    }

    @Test func `replies say whether more follow`() async throws {
        let agent = ScriptedAgent()
        var last = Samples.progress
        last.isFinished = true
        let reports = [Samples.progress, last]
        await agent.configure { $0.reports = reports }
        try await withServer(agent) { path, _ in
            let client = try RawClient(path)
            client.say(
                #"{"method":"org.windsock.Agent.Sync","more":true}"#, #"{"method":"org.windsock.Agent.Sync"}"#
            )
            #expect(try client.hear()?["continues"] == .bool(true))
            #expect(try client.hear()?["continues"] == nil)
            #expect(try client.hear()?["continues"] == nil)
        }
    }

    @Test func `a client that does not read is dropped, and others get everything`() async throws {
        let agent = ScriptedAgent()
        var limits = ControlLimits()
        limits.patience = .hours(1)
        try await withServer(agent, limits: limits) { path, server in
            let deaf = try RawClient(path)
            deaf.say(Self.monitor)
            _ = try deaf.hear()
            var updates = try ControlClient(path: path).monitor()
            _ = try updates.next(within: RawClient.patience)
            // Far more than the kernel's buffers and the server's limit together.
            for _ in 0..<4000 {
                await agent.emit(Samples.events[2])
                #expect(try updates.next(within: RawClient.patience) == .event(Samples.events[2]))
            }
            await agent.untilStreamEnded()
            #expect(await onLoop { server.clientCount } == 1)
        }
    }

    @Test func `output that stays unread ends the connection when its time is over`() async throws {
        let agent = ScriptedAgent()
        var limits = ControlLimits()
        limits.patience = .milliseconds(30)
        limits.waitingOutput = 64 << 20
        try await withServer(agent, limits: limits) { path, _ in
            let deaf = try RawClient(path)
            deaf.say(Self.monitor)
            _ = try deaf.hear()
            for _ in 0..<4000 { await agent.emit(Samples.events[2]) }
            await agent.untilStreamEnded()
        }
    }

    @Test func `a client that writes much before it reads is not dropped`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            let call = #"{"method":"org.windsock.Agent.ListPlaces"}"#
            for _ in 0..<1000 { client.say(call) }
            for _ in 0..<1000 { #expect(try client.hear()?.parameter("places")?.array?.count == 2) }
        }
    }

    @Test func `when the server stops, streams end with an error and connections close`() async throws {
        let agent = ScriptedAgent()
        let client = try await withServer(agent) { path, _ in
            let client = Unchecked(try RawClient(path))
            client.value.say(Self.monitor)
            _ = try client.value.hear()
            return client
        }
        #expect(try client.value.hearAll().map(\.error) == ["TryAgain"])
    }
}

/// Hands a client from one task to the next; only one has it at a time.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
