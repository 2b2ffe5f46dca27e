import Control
import Core
import EventLoop
import TestSupport
import Testing

@Suite struct AuthorityTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var user: UInt32 = 1000
        var group: UInt32 = 1000
        var supplementary: [UInt32] = []
        var socketGroup: UInt32? = 50
        let mayChange: Bool
    }

    @Test(arguments: [
        Case(testDescription: "root", user: 0, mayChange: true),
        Case(testDescription: "the daemon's user", user: 400, mayChange: true),
        Case(testDescription: "somebody else", mayChange: false),
        Case(testDescription: "a member by primary group", group: 50, mayChange: true),
        Case(
            testDescription: "a member by supplementary group", supplementary: [4, 27, 50], mayChange: true),
        Case(testDescription: "a member of other groups", supplementary: [0, 4, 27], mayChange: false),
        Case(testDescription: "root's group", group: 0, mayChange: false),
        Case(testDescription: "no group is named", group: 50, socketGroup: nil, mayChange: false),
        Case(testDescription: "a user the namespace does not know", user: 65_534, mayChange: false),
        Case(
            testDescription: "a group the namespace does not know", group: 65_534, supplementary: [65_534],
            socketGroup: 65_534, mayChange: false),
    ])
    func `the right to change follows from the peer's credentials`(_ peer: Case) {
        let authority = ControlAuthority(daemonUser: 400, group: peer.socketGroup, groupName: "windsock")
        let credentials = PeerCredentials(
            processIdentifier: 1, userIdentifier: peer.user, groupIdentifier: peer.group,
            supplementaryGroups: peer.supplementary)
        #expect(authority.mayChange(credentials) == peer.mayChange)
    }

    @Test func `a daemon that runs as nobody takes nobody for itself`() {
        let authority = ControlAuthority(daemonUser: 65_534, group: nil, groupName: nil)
        let peer = PeerCredentials(
            processIdentifier: 1, userIdentifier: 65_534, groupIdentifier: 65_534, supplementaryGroups: [])
        #expect(!authority.mayChange(peer))
    }

    @Test func `a peer of whom nothing is known has no right`() {
        #expect(!ControlAuthority(daemonUser: 0, group: 0, groupName: nil).mayChange(nil))
    }

    @Test(arguments: [
        (true, [true, false, false], 4, Admission.admitted), (false, [false], 2, .admitted),
        (true, [true, false, false], 3, .displacing(1)), (true, [true, true], 2, .refused),
        (false, [true, false], 2, .refused), (false, [], 0, .refused),
    ])
    func `when it is full, a reader makes room for one who may change, and for nobody else`(
        _ newcomer: Bool, _ clients: [Bool], _ limit: Int, _ expected: Admission
    ) {
        let admission = Admission(newcomerMayChange: newcomer, clientsMayChange: clients, limit: limit)
        #expect(admission == expected)
    }

    @Test func `readers read, and every change is refused before the agent hears of it`() async throws {
        let agent = ScriptedAgent()
        let refused = ControlClientError.refused(.notPermitted(need: "this takes more"))
        try await withServer(agent, authority: .nobody) { path, _ in
            let client = try ControlClient(path: path)
            #expect(try client.status() == Samples.status)
            #expect(try client.places().places.count == 2)
            #expect(try client.diagnose() == Samples.diagnosis)
            #expect(throws: refused) { try client.diagnose(fresh: true) }
            #expect(throws: refused) { try client.add(AddPlaceRequest(name: "Oslo")) }
            #expect(throws: refused) { try client.add([AddPlaceRequest(name: "Oslo")]) }
            #expect(throws: refused) { try client.remove("Oslo") }
            #expect(throws: refused) { try client.rename("Oslo", to: "Rome") }
            #expect(throws: refused) { try client.pick("Oslo", number: 1) }
            #expect(throws: refused) { try client.search("Oslo") }
            #expect(throws: refused) { try client.sync() }
            #expect(throws: refused) { try client.setKey("0123") }
            #expect(throws: refused) { try client.clearKey() }
            #expect(throws: refused) { try client.probe() }
            #expect(throws: refused) { try client.force(.online) }
            #expect(throws: refused) { try client.reload() }
            var updates = try client.monitor()
            #expect(try updates.next(within: RawClient.patience) == .snapshot(Samples.status))
        }
        #expect(await agent.asked == ["status", "places - 500", "diagnose false", "monitor"])
    }
}
