import Control
import Core
import EventLoop
import TestSupport
import Testing

@Suite struct FramingTests {
    private static let status = #"{"method":"org.windsock.Agent.GetStatus"}"#

    @Test func `calls written in one go are answered in order`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(
                Self.status, #"{"method":"org.windsock.Agent.ClearKey"}"#,
                #"{"method":"org.windsock.Agent.Probe"}"#, #"{"method":"org.windsock.Agent.Nothing"}"#)
            #expect(try client.hear()?.parameter("schema") == .integer(1))
            #expect(try client.hear()?.parameter("key") != nil)
            #expect(try client.hear()?.parameter("reachability") != nil)
            #expect(try client.hear()?.error == "MethodNotFound")
        }
    }

    @Test func `a message may come byte by byte`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            for byte in Array(Self.status.utf8) + [0] { client.write([byte]) }
            #expect(try client.hear()?.parameter("schema") == .integer(1))
        }
    }

    @Test func `a client that has said all it will still gets its answers`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(Self.status, Self.status)
            client.finishWriting()
            #expect(try client.hearAll().count == 2)
        }
    }

    @Test func `a oneway call is done and not answered, whatever comes of it`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            let client = try RawClient(path)
            client.say(
                #"{"method":"org.windsock.Agent.Reload","oneway":true}"#,
                #"{"method":"org.windsock.Agent.Nothing","oneway":true}"#,
                #"{"method":"org.windsock.Agent.Sync","oneway":true}"#, Self.status)
            #expect(try client.hear()?.parameter("schema") == .integer(1))
        }
        #expect(await agent.asked == ["reload", "sync []", "status"])
    }

    @Test func `what a client wrote before it hung up is done`() async throws {
        let agent = ScriptedAgent()
        await agent.configure { $0.holdsProbe = true }
        try await withServer(agent) { path, _ in
            do {
                let client = try RawClient(path)
                client.say(
                    #"{"method":"org.windsock.Agent.ClearKey","oneway":true}"#,
                    #"{"method":"org.windsock.Agent.Probe","oneway":true}"#)
            }
            await agent.untilProbeHeld()
            await agent.release()
        }
        #expect(await agent.asked == ["clearKey", "probe"])
    }

    @Test(arguments: [
        "", "garbage", "{", "[]", "1", #"{"method":1}"#, #"{"method":"GetStatus"}"#, #"{"parameters":{}}"#,
        #"{"method":"org.windsock.Agent.GetStatus","more":1}"#,
        #"{"method":"org.windsock.Agent.GetStatus","upgrade":true}"#,
        #"{"method":"org.windsock.Agent.GetStatus","parameters":[]}"#,
        String(repeating: "[", count: 40),
    ])
    func `what is no call gets an error, and the connection ends`(_ message: String) async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(message, Self.status)
            #expect(try client.hearAll().map(\.error) == ["InvalidParameter"])
            #expect(try ControlClient(path: path).status() == Samples.status)
        }
    }

    @Test func `bytes that are not UTF-8 are no call`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.write(Array(#"{"method":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8) + [0])
            #expect(try client.hearAll().map(\.error) == ["InvalidParameter"])
        }
    }

    @Test(arguments: [true, false])
    func `a message longer than the caller may send is refused and the connection ends`(
        _ isFinished: Bool
    ) async throws {
        var limits = ControlLimits()
        limits.readerMessage = 1000
        limits.changerMessage = 2000
        for (authority, limit) in [(ControlAuthority.nobody, 1000), (.everybody, 2000)] {
            try await withServer(authority: authority, limits: limits) { path, _ in
                let client = try RawClient(path)
                client.write(Array(Self.padded(to: limit).utf8) + [0])
                #expect(try client.hear()?.error == nil)
                client.write(Array(Self.padded(to: limit + 1).utf8) + (isFinished ? [0] : []))
                let replies = try client.hearAll()
                #expect(replies.map(\.error) == ["TooLarge"])
                #expect(replies.first?.parameter("limit") == .integer(Int64(limit)))
            }
        }
    }

    private static func padded(to length: Int) -> String {
        status + String(repeating: " ", count: length - status.utf8.count)
    }

    @Test func `a watch list of six megabytes is taken from those who may change`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            let requests = (0..<60_000).map { AddPlaceRequest(name: "place \($0)") }
            let places = try ControlClient(path: path).add(requests)
            #expect(places.map(\.name) == requests.map(\.name))
        }
    }

    @Test func `a client with half a message is dropped when its time is over`() async throws {
        var limits = ControlLimits()
        limits.patience = .milliseconds(30)
        try await withServer(limits: limits) { path, _ in
            let idle = try RawClient(path)
            let half = try RawClient(path)
            half.write(Array(#"{"method":"#.utf8))
            #expect(try half.hear() == nil)
            idle.say(Self.status)
            #expect(try idle.hear()?.parameter("schema") == .integer(1))
        }
    }

    @Test func `however a stream of messages is cut, the replies are the same`() async throws {
        let calls = [
            Self.status, #"{"method":"org.windsock.Agent.ListPlaces"}"#, #"{"method":"a.b.C"}"#,
            #"{"method":"org.windsock.Agent.Reload","oneway":true}"#,
            #"{"method":"org.windsock.Agent.RemovePlace","parameters":{"name":"Zürich \u0000"}}"#,
            #"{"method":"org.windsock.Agent.Diagnose","parameters":{}}"#,
        ]
        try await withServer { path, _ in
            for seed in UInt64(1)...30 {
                var generator = SplitMix64(seed: seed)
                let messages = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    calls[Int.random(in: 0..<calls.count, using: &generator)]
                }
                let bytes: [UInt8] = messages.flatMap { Array($0.utf8) + [0] }
                let whole = try RawClient(path)
                whole.write(bytes)
                whole.finishWriting()
                let cut = try RawClient(path)
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = min(rest.count, Int.random(in: 1...200, using: &generator))
                    cut.write(Array(rest.prefix(count)))
                    rest.removeFirst(count)
                }
                cut.finishWriting()
                let expected = try whole.hearAll()
                #expect(expected.count == messages.count { !$0.contains("oneway") }, "seed \(seed)")
                #expect(try cut.hearAll() == expected, "seed \(seed)")
            }
        }
    }
}
