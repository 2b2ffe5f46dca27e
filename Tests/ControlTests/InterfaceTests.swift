import Control
import Core
import EventLoop
import TestSupport
import Testing

/// What goes over the wire is held to the text the service gives of itself.
@Suite struct InterfaceTests {
    private func interface(_ client: RawClient, _ name: String = "org.windsock.Agent") throws -> InterfaceText
    {
        client.say(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(name)"}}"#
        )
        let text = try #require(try client.hear()?.parameter("description")?.string)
        return try InterfaceText(parsing: text)
    }

    /// A call of each method with parameters it takes.
    private static let calls: [(method: String, parameters: String)] = [
        ("GetStatus", "{}"), ("ListPlaces", #"{"after":null,"limit":10}"#), ("Monitor", "{}"),
        ("Diagnose", #"{"fresh":true}"#),
        (
            "AddPlace",
            #"{"name":"a","latitude":1,"longitude":2.5,"query":"q","zip":"1,NO","pick":1,"first":false,"#
                + #""paused":true}"#
        ),
        ("AddPlaces", #"{"places":[{"name":"a"},{"name":"b","first":null}]}"#),
        ("RemovePlace", #"{"name":"a"}"#), ("RemovePlaces", #"{"names":["a","b"]}"#),
        ("PausePlaces", #"{"names":["a"],"paused":false}"#),
        ("UpdatePlace", #"{"name":"a","new_name":"b","paused":true}"#),
        ("PickPlace", #"{"name":"a","number":1}"#), ("SearchPlaces", #"{"query":"a"}"#),
        ("Sync", #"{"places":["a"]}"#), ("SetKey", #"{"key":"k"}"#), ("ClearKey", "{}"), ("Probe", "{}"),
        ("Force", #"{"state":"offline"}"#), ("Reload", "{}"),
    ]

    @Test func `every method takes the parameters and gives the reply its text declares`() async throws {
        let agent = ScriptedAgent()
        await agent.configure { $0.reports = [Samples.progress] }
        try await withServer(agent) { path, _ in
            let client = try RawClient(path)
            let interface = try interface(client)
            #expect(Set(interface.methods.keys) == Set(Self.calls.map(\.method)))
            for call in Self.calls where call.method != "Monitor" {
                let declared = try #require(interface.methods[call.method])
                guard case .object(let given) = try JSONValue(parsing: call.parameters) else { continue }
                #expect(given.map(\.name) == declared.parameters.map(\.name), "\(call.method)")
                client.say(
                    #"{"method":"org.windsock.Agent.\#(call.method)","parameters":\#(call.parameters)}"#)
                let reply = try #require(try client.hear())
                #expect(reply.error == nil, "\(call.method)")
                let parameters = try #require(reply["parameters"])
                #expect(interface.differences(parameters, declared.reply, at: call.method) == [])
                client.say(#"{"method":"org.windsock.Agent.\#(call.method)","parameters":{"surplus":1}}"#)
                #expect(try client.hear()?.parameter("parameter") == .string("surplus"), "\(call.method)")
            }
        }
    }

    @Test func `every reply of monitor is as its text declares`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            let interface = try interface(try RawClient(path))
            let declared = try #require(interface.methods["Monitor"])
            let client = try RawClient(path)
            client.say(#"{"method":"org.windsock.Agent.Monitor","more":true}"#)
            for event in [nil] + Samples.events.map(Optional.some) {
                if let event { await agent.emit(event) }
                let parameters = try #require(try client.hear()?["parameters"])
                #expect(interface.differences(parameters, declared.reply, at: "Monitor") == [])
            }
        }
    }

    @Test func `every error is as its text declares, and every declared one can be sent`() async throws {
        let agent = ScriptedAgent()
        try await withServer(agent) { path, _ in
            let client = try RawClient(path)
            let interface = try interface(client)
            var seen: Set<String> = []
            for error in Samples.errors {
                await agent.configure { $0.refusal = error }
                client.say(#"{"method":"org.windsock.Agent.Reload"}"#)
                let reply = try #require(try client.hear())
                let name = try #require(reply.error)
                let declared = try #require(interface.errors[name])
                let parameters = try #require(reply["parameters"])
                #expect(interface.differences(parameters, declared, at: name) == [])
                seen.insert(name)
            }
            #expect(seen == Set(interface.errors.keys))
        }
    }

    @Test func `the status object and the reply of GetStatus are one`() async throws {
        try await withServer { path, _ in
            let interface = try interface(try RawClient(path))
            #expect(interface.types["Status"] == interface.methods["GetStatus"]?.reply)
            let added = try #require(interface.methods["AddPlace"]).parameters
            #expect(interface.types["NewPlace"] == .structure(added))
        }
    }

    @Test func `the service interface is the standard one`() async throws {
        try await withServer { path, _ in
            let interface = try interface(try RawClient(path), "org.varlink.service")
            #expect(Set(interface.methods.keys) == ["GetInfo", "GetInterfaceDescription"])
            #expect(
                Set(interface.errors.keys) == [
                    "InterfaceNotFound", "MethodNotFound", "MethodNotImplemented", "InvalidParameter",
                    "PermissionDenied", "ExpectedMore",
                ])
        }
    }
}
