import Control
import Core
import Glibc
import Testing
import windsock

/// The real program against a real socket with a scripted agent behind it.
struct RunningTests {
    @Test func `status joins the daemon's state with the stored weather`() async throws {
        let windsock = Windsock()
        try await windsock.storePlaces()
        let outcome = try await windsock.withDaemon { try await windsock("status") }
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "online for 2 h 11 min · openweathermap.org in 23 ms · key ok")
        #expect(lines[1] == "31 of 50 calls this minute · 4,210 of 1,000,000 this month")
        #expect(lines[4].hasPrefix("Oslo       −3.0 °C  light snow  6 min  in "))
    }

    @Test func `a database that cannot be read costs the weather and nothing else`() async throws {
        let windsock = Windsock()
        let outcome = try await windsock.withDaemon { try await windsock("status", "Oslo") }
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("windsock: nothing is stored yet"))
        #expect(outcome.output.contains("online for 2 h 11 min"))
        #expect(outcome.output.contains("Oslo     –       –  in "))
    }

    @Test func `several matches off a terminal are listed and nothing is added`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        let outcome = try await windsock.withDaemon(agent) { try await windsock("add", "London") }
        #expect(outcome.code == 65)
        #expect(
            outcome.errors == """
                windsock: 3 places are called London
                  1  London, England, GB   51.51   -0.13
                  2  London, CA            42.98  -81.23
                  3  London, Kentucky, US  37.13  -84.08
                hint: windsock add London --pick N, or --first

                """)
        #expect(await agent.asked == ["add London"])
    }

    @Test func `several matches on a terminal are asked about, three times at most`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        let command = "\(Windsock.path) --state-dir \(windsock.state) add London"
        try await windsock.withDaemon(agent) { () async throws in
            let chosen = try await windsock.shell("printf 'x\\n2\\n' | script -qec '\(command)' /dev/null")
            #expect(chosen.code == 0)
            #expect(chosen.output.contains("a number from 1 to 3, please"))
            #expect(chosen.output.contains("London, NO added; the first fetch is on its way"))
            let givenUp = try await windsock.shell(
                "printf '0\\n4\\nx\\n' | script -qec '\(command)' /dev/null")
            #expect(givenUp.code == 64)
        }
        #expect(await agent.asked == ["add London", "add London pick 2", "add London"])
    }

    @Test func `what is asked reaches the daemon as it was meant`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        try await windsock.withDaemon(agent) { () async throws in
            #expect(
                try await windsock("add", "London", "--pick", "2").output
                    == "London, NO added; the first fetch is on its way\n")
            #expect(try await windsock("add", "London", "--first").code == 0)
            #expect(try await windsock("add", " Cabin ", "--at", "-33.9,18.4").code == 0)
            #expect(try await windsock("add", "Work", "--zip", "10001,US").code == 0)
            #expect(try await windsock("rename", "oslo", "Christiania").code == 0)
            #expect(
                try await windsock("pause", "Oslo", "são paulo").output == "Oslo paused\nSão Paulo paused\n")
            #expect(try await windsock("resume", "OSLO").code == 0)
            #expect(try await windsock("pick", "London", "3").code == 0)
            #expect(
                try await windsock("import", "-", input: "Bergen,60.4,5.3,paused\nVoss,60.6,6.4\n").code == 0)
            #expect(try await windsock("remove", "são paulo").code == 0)
            #expect(try await windsock("remove", "Oslo", "Atlantis").code == 65)
            #expect(try await windsock("key", "set", input: "0123456789abcdef").code == 0)
            #expect(
                try await windsock("key", "clear").output
                    == "the key is forgotten; now in force: OPENWEATHERMAP_API_KEY\n")
            #expect(try await windsock("force", "offline").code == 0)
            #expect(try await windsock("search", "London").output.contains("2  London, CA"))
            #expect(try await windsock("search", "Nowhere").code == 65)
        }
        #expect(
            await agent.asked == [
                "add London pick 2", "add London first", "add Cabin at -33.9,18.4", "add Work zip 10001,US",
                "update Oslo to Christiania", "pause Oslo, São Paulo", "resume Oslo", "pick London 3",
                "add Bergen paused, Voss", "remove São Paulo",
                "set key 0123456789abcdef",
                "clear key", "force offline", "search London", "search Nowhere",
            ])
    }

    @Test(arguments: [(ReachabilityState.online, Int32(0)), (.offline, 1), (.unknown, 4)])
    func `online answers with its exit code`(_ state: ReachabilityState, _ code: Int32) async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure {
            $0.report.reachability.state = state
            $0.report.reachability.reason = state == .offline ? .noPath : .none
        }
        try await windsock.withDaemon(agent) { () async throws in
            for words in [["online"], ["online", "--probe"], ["online", "--wait=1ms"]] {
                #expect(try await windsock.run(words).code == code, "\(words)")
            }
            let text = try await windsock("online").output
            if state == .offline { #expect(text == "offline for 2 h 11 min: no route to the network\n") }
        }
    }

    @Test func `waiting ends with the first event that says online`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure { agent in
            var online = agent.report.reachability
            agent.report.reachability.state = .offline
            agent.report.reachability.reason = .dns
            var worse = agent.report.reachability
            worse.reason = .noPath
            online.since = nil
            agent.updates = [
                .event(.init(at: Samples.now, .reachability(worse))),
                .event(.init(at: Samples.now, .reachability(online))),
            ]
        }
        let outcome = try await windsock.withDaemon(agent) { try await windsock("online", "--wait") }
        #expect(outcome == .init(code: 0, output: "online\n", errors: ""))
    }

    @Test func `a sync is followed to its end`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure {
            $0.progress = [
                SyncProgress(total: 3), SyncProgress(total: 3, stored: 2, unchanged: 1, isFinished: true),
            ]
        }
        try await windsock.withDaemon(agent) { () async throws in
            #expect(
                try await windsock("sync", "--wait", "Oslo")
                    == .init(code: 0, output: "3 of 3 fetches done, 1 without news\n", errors: ""))
            #expect(try await windsock("sync").output == "0 of 3 fetches done\n")
        }
        #expect(await agent.asked == ["sync Oslo", "sync "])
    }

    @Test func `a sync that waits for the network gives up with 69`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure { $0.progress = [SyncProgress(total: 3, stored: 1, waitingFor: .online)] }
        let outcome = try await windsock.withDaemon(agent) { try await windsock("sync", "--wait") }
        #expect(
            outcome
                == .init(code: 69, output: "1 of 3 fetches done, the rest waits until online\n", errors: ""))
    }

    @Test func `check names the first layer that fails`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        await agent.configure {
            $0.diagnosis = [
                DiagnosisLine(layer: "path", verdict: .ok, text: "default via 192.0.2.1 on wlan0"),
                DiagnosisLine(
                    layer: "dns", verdict: .fail, text: "no answer in 2.5 s", hint: "resolvectl status"),
                DiagnosisLine(layer: "tcp", verdict: .skipped, text: ""),
            ]
        }
        let outcome = try await windsock.withDaemon(agent) { try await windsock("check") }
        #expect(outcome.code == 69)
        #expect(
            outcome.output == """
                path       ok    default via 192.0.2.1 on wlan0
                dns        FAIL  no answer in 2.5 s
                tcp        –
                hint: resolvectl status

                """)
    }

    @Test func `monitor writes a line for everything that happens`() async throws {
        let windsock = Windsock()
        let agent = ScriptedAgent()
        let record = AttemptRecord(
            at: Samples.now, place: PlaceID(1), kind: "current", attempt: 2, outcome: "unavailable",
            httpStatus: 503,
            duration: .milliseconds(80), bytes: 0, decision: "wait_timer",
            retryAt: Samples.now.advanced(by: .seconds(3)))
        await agent.configure { agent in
            var reachability = agent.report.reachability
            reachability.state = .offline
            reachability.reason = .noPath
            agent.updates = [
                .event(.init(at: Samples.now, .reachability(reachability))),
                .event(.init(at: Samples.now, .attempt(AttemptReport(record: record, placeName: "Oslo")))),
                .event(.init(at: Samples.now, .place(PlaceChange(.added, Samples.place())))),
                .event(.init(at: Samples.now, .key(KeyReport(state: .refused, source: .set)))),
                .event(.init(at: Samples.now, .gate(GateReport(kind: .breaker, isClosed: false)))),
            ]
        }
        let outcome = try await windsock.withDaemon(agent) { () async throws in
            try await windsock.shell(
                "head -n 6 < <(\(Windsock.path) --state-dir \(windsock.state) monitor) | cut -c 11-")
        }
        #expect(
            outcome.output == """
                online for 2 h 11 min · openweathermap.org in 23 ms · key ok
                offline: no route to the network
                Oslo current: unavailable (503) in 80 ms, again at 14:20
                Oslo added
                the key was refused
                the service answers again: fetching goes on

                """)
    }
}
