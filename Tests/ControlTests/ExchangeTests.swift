import Control
import Core
import EventLoop
import TestSupport
import Testing

@Suite struct ExchangeTests {
    @Test func `every method carries its parameters there and its reply back`() async throws {
        let agent = ScriptedAgent()
        await agent.configure { $0.reports = [Samples.progress] }
        try await withServer(agent) { path, _ in
            let client = try ControlClient(path: path)
            #expect(try client.status() == Samples.status)
            #expect(try client.places(after: PlaceID(7), limit: 3).places == [Samples.ambiguous])
            #expect(try client.diagnose() == Samples.diagnosis)
            #expect(try client.diagnose(fresh: false) == Samples.diagnosis)
            let full = AddPlaceRequest(
                name: "Oslo", latitude: 59.9, longitude: 10.7, query: "Oslo,NO", zip: "0150,NO", pick: 2,
                first: true)
            #expect(try client.add(full) == Samples.place)
            #expect(try client.add(AddPlaceRequest(name: "Rome")) == Samples.place)
            let added = try client.add([AddPlaceRequest(name: "Rome"), AddPlaceRequest(name: "Bonn")])
            #expect(added.map(\.name) == ["Rome", "Bonn"])
            #expect(try client.remove("Oslo") == Samples.place)
            #expect(try client.rename("Oslo", to: "Kristiania") == Samples.place)
            #expect(try client.setPaused(true, "Oslo") == Samples.place)
            #expect(try client.pick("London", number: 2) == Samples.ambiguous)
            #expect(try client.search("London") == Samples.candidates)
            #expect(try client.sync(["Oslo"]) == Samples.progress)
            #expect(try client.setKey("0123") == Samples.key)
            #expect(try client.clearKey() == Samples.key)
            #expect(try client.probe() == Samples.reachability)
            #expect(try client.force(.auto) == Samples.reachability)
            try client.reload()
        }
        #expect(
            await agent.asked == [
                "status", "places 7 3", "diagnose true", "diagnose false",
                "add Oslo 59.9 10.7 Oslo,NO 0150,NO 2 true", "add Rome - - - - - false",
                #"addAll ["Rome", "Bonn"]"#, "remove Oslo", "update Oslo Kristiania -", "update Oslo - true",
                "pick London 2", "search London", #"sync ["Oslo"]"#, "setKey 0123", "clearKey", "probe",
                "force auto", "reload",
            ])
    }

    @Test func `a long watch list comes in pages and arrives whole`() async throws {
        let agent = ScriptedAgent()
        let places = (1...1234).map { number in
            PlaceReport(
                id: PlaceID(Int64(number)), name: "place \(number)", coordinates: nil, status: .pending)
        }
        await agent.configure { $0.placeList = places }
        let received = try await withServer(agent) { path, _ in try ControlClient(path: path).allPlaces() }
        #expect(received == places)
        #expect(await agent.asked == ["places - 500", "places 500 500", "places 1000 500"])
    }

    @Test func `a page is never longer than 500 places, whatever is asked for`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in _ = try ControlClient(path: path).places(limit: 100_000) }
        #expect(await agent.asked == ["places - 500"])
    }

    @Test func `each refusal of the agent arrives as itself and leaves the connection usable`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            let client = try ControlClient(path: path)
            for error in Samples.errors {
                await agent.configure { $0.refusal = error }
                #expect(throws: ControlClientError.refused(error)) { try client.remove("Oslo") }
            }
            await agent.configure { $0.refusal = nil }
            #expect(try client.remove("Oslo") == Samples.place)
        }
    }

    @Test func `a slow call of one client holds up no other, and its own next one waits its turn`()
        async throws
    {
        let agent = ScriptedAgent()
        await agent.configure { $0.holdsProbe = true }
        try await withServer(agent) { path, _ in
            let slow = try RawClient(path)
            slow.say(#"{"method":"org.windsock.Agent.Probe"}"#, #"{"method":"org.windsock.Agent.ClearKey"}"#)
            await agent.untilProbeHeld()
            #expect(try ControlClient(path: path).status() == Samples.status)
            #expect(await agent.asked == ["probe", "status"])
            await agent.release()
            #expect(try slow.hear()?.parameter("reachability") != nil)
            #expect(try slow.hear()?.parameter("key") != nil)
        }
    }

    @Test func `an answer that does not come in time is given up`() async throws {
        let agent = ScriptedAgent()
        await agent.configure { $0.holdsProbe = true }
        try await withServer(agent) { path, _ in
            let client = try ControlClient(path: path)
            #expect(throws: ControlClientError.timedOut) {
                try client.call("org.windsock.Agent.Probe", within: .milliseconds(20))
            }
            await agent.release()
        }
    }

    @Test func `the service describes itself`() async throws {
        try await withServer { path, _ in
            let client = try ControlClient(path: path)
            let info = try client.call("org.varlink.service.GetInfo")
            #expect(info["product"]?.string == "windsockd")
            #expect(info["version"]?.string == "0.1.0")
            let interfaces = try #require(info["interfaces"]?.array)
            #expect(interfaces == [.string("org.varlink.service"), .string("org.windsock.Agent")])
            for interface in interfaces.compactMap(\.string) {
                let text = try client.call("org.varlink.service.GetInterfaceDescription") { json in
                    json.member("interface", interface)
                }
                #expect(text["description"]?.string?.contains("\ninterface \(interface)\n") == true)
            }
        }
    }

    @Test(arguments: [
        (#"{"method":"org.windsock.Agent.GetWeather"}"#, "MethodNotFound", "org.windsock.Agent.GetWeather"),
        (#"{"method":"org.varlink.service.Quit"}"#, "MethodNotFound", "org.varlink.service.Quit"),
        (#"{"method":"org.example.Ping"}"#, "InterfaceNotFound", "org.example"),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
            "InterfaceNotFound", "a.b"
        ),
        (#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "InvalidParameter", "interface"),
        (#"{"method":"org.windsock.Agent.GetStatus","parameters":{"nmae":1}}"#, "InvalidParameter", "nmae"),
        (#"{"method":"org.windsock.Agent.RemovePlace"}"#, "InvalidParameter", "name"),
        (#"{"method":"org.windsock.Agent.RemovePlace","parameters":{"name":1}}"#, "InvalidParameter", "name"),
        (#"{"method":"org.windsock.Agent.Force","parameters":{"state":"up"}}"#, "InvalidParameter", "state"),
        (
            #"{"method":"org.windsock.Agent.ListPlaces","parameters":{"limit":0}}"#, "InvalidParameter",
            "limit"
        ),
        (
            #"{"method":"org.windsock.Agent.AddPlaces","parameters":{"places":[{"name":"a","pik":2}]}}"#,
            "InvalidParameter", "places[0].pik"
        ),
    ])
    func `a call that cannot be done gets a standard error and the next is answered`(
        _ call: String, _ error: String, _ culprit: String
    ) async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(call, #"{"method":"org.windsock.Agent.GetStatus"}"#)
            let reply = try #require(try client.hear())
            #expect(reply.error == error)
            guard case .object(let members) = reply["parameters"] else {
                Issue.record("no parameters")
                return
            }
            #expect(members.map(\.value) == [.string(culprit)])
            #expect(try client.hear()?.error == nil)
        }
    }

    @Test func `what foreign clients send besides is taken as it is meant`() async throws {
        try await withServer { path, _ in
            let client = try RawClient(path)
            client.say(
                #"{"method":"org.windsock.Agent.GetStatus","parameters":null,"more":false,"oneway":null}"#,
                #"{"method":"org.windsock.Agent.GetStatus","parameters":{},"more":true}"#,
                #"{"method":"org.windsock.Agent.ListPlaces","parameters":{"after":null,"limit":null}}"#)
            for _ in 0..<3 {
                let reply = try #require(try client.hear())
                #expect(reply.error == nil)
                #expect(reply["continues"] == nil)
            }
        }
    }
}
