import Core
import Testing

/// From unknown or offline to online.
@Suite struct RisingTests {
    @Test func `the first state is unknown and is published`() {
        let stage = MonitorStage()
        #expect(stage.words == ["unknown"])
        #expect(stage.status.sequence == 1)
        #expect(stage.status.generation == 1)
    }

    @Test func `one full probe with a patience of eight seconds is enough`() {
        var stage = MonitorStage()
        stage.send(.pathObserved(MonitorStage.eth0))
        #expect(stage.running?.depth == .full)
        #expect(stage.running?.deadline == .seconds(8))
        stage.answer(.good, after: .seconds(7))
        #expect(stage.words == ["unknown", "online"])
        #expect(stage.status.generation == 1)
    }

    @Test func `from unknown the first failure is offline`() {
        #expect(MonitorStage.offline().words == ["unknown", "offline connect"])
    }

    @Test func `a machine without a path is offline at the first look, and nothing runs`() {
        var stage = MonitorStage()
        stage.send(.pathObserved(.none))
        #expect(stage.words == ["unknown", "offline no_path"])
        stage.wait(.hours(2))
        #expect(stage.probes.isEmpty)
        #expect(stage.looks.map { $0 / .minutes(15) } == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func `unknown ends after thirteen seconds even when nobody says anything`() {
        var stage = MonitorStage()
        stage.wait(.minutes(1))
        #expect(stage.published.map(\.at).dropFirst().first == .seconds(13))
        #expect(stage.word.hasPrefix("offline"))
    }

    @Test func `the API alone proves online`() {
        var stage = MonitorStage()
        stage.send(.pathObserved(MonitorStage.eth0))
        stage.answer(.apiOnly)
        #expect(stage.word == "online")
    }

    @Test func `offline with a path is probed after 1, 2, 4 … 60 seconds, give or take a fifth`() {
        for seed in UInt64(1)...20 {
            var stage = MonitorStage.offline(seed: seed)
            stage.play(String(repeating: "s", count: 9))
            for (pause, expected) in zip(stage.pauses(9), [1.0, 2, 4, 8, 16, 32, 60, 60, 60]) {
                let bounds = (expected * 0.8)...(expected * 1.2 + 0.04)
                #expect(bounds.contains(pause), "seed \(seed): \(pause) for \(expected)")
            }
        }
    }

    @Test(arguments: ["a kernel change", "a request", "a late answer"])
    func `the backoff begins anew on`(_ cause: String) {
        var stage = MonitorStage.offline()
        stage.play("sssssss")
        #expect(stage.running == nil)
        switch cause {
        case "a kernel change": stage.send(.pathObserved(MonitorStage.wlan0))
        case "a request": stage.send(.probeRequested)
        default: stage.send(.trafficSucceeded(generation: stage.status.generation))
        }
        #expect(stage.running != nil)
        #expect(stage.running?.depth == .full)
        stage.answer(.soft)
        stage.play("s")
        #expect(stage.pauses(1)[0] < 1.3)
    }

    @Test func `a request while an offline probe runs joins it and begins the backoff anew`() {
        var stage = MonitorStage.offline()
        stage.play("sssss")
        stage.awaitProbe()
        let token = stage.running?.token
        stage.send(.probeRequested)
        #expect(stage.running?.token == token)
        stage.answer(.soft)
        stage.play("s")
        #expect(stage.pauses(1)[0] < 1.3)
    }

    @Test func `a path that comes back is probed at once, in a generation of its own`() {
        var stage = MonitorStage.online()
        stage.send(.pathObserved(.none))
        stage.wait(.minutes(5))
        #expect(stage.word == "offline no_path")
        stage.send(.pathObserved(MonitorStage.eth0))
        #expect(stage.running?.depth == .full)
        #expect(stage.status.generation == 2)
        stage.answer(.good)
        #expect(stage.words == ["unknown", "online", "offline no_path", "online"])
    }

    @Test func `each reason is told apart, and a change of reason is published with the same since`() {
        var stage = MonitorStage.offline()
        let since = stage.status.since
        stage.play("dtpws")
        #expect(
            stage.words.dropFirst() == [
                "offline connect", "offline dns", "offline tls", "offline captive", "offline target",
                "offline connect",
            ])
        #expect(stage.status.since == since)
        #expect(stage.status.sequence == stage.words.count)
    }

    @Test func `an expired certificate is the portal's, unless our clock is known to be wrong`() {
        var young = MonitorStage { $0.builtAt = MonitorStage.start.advanced(by: .days(1)) }
        young.send(.pathObserved(MonitorStage.eth0))
        young.answer(.notYetValid)
        #expect(young.word == "offline clock")

        var stage = MonitorStage.offline()
        stage.play("e")
        #expect(stage.word == "offline captive")

        var jumped = MonitorStage.online()
        jumped.now.wall = jumped.now.wall.advanced(by: .days(3000))
        jumped.send(.clockStepped)
        jumped.send(.trafficFailed(generation: 1))
        jumped.play("eee")
        #expect(jumped.word == "offline clock")
    }

    @Test func `a clock step ends the wait for the clock at once, and no other`() {
        var stage = MonitorStage { $0.builtAt = MonitorStage.start.advanced(by: .days(1)) }
        stage.send(.pathObserved(MonitorStage.eth0))
        stage.answer(.notYetValid)
        stage.play("yyyyy")
        stage.now.wall = stage.now.wall.advanced(by: .days(2))
        stage.send(.clockStepped)
        #expect(stage.running != nil)
        stage.answer(.good)
        #expect(stage.word == "online")

        var other = MonitorStage.offline()
        other.send(.clockStepped)
        #expect(other.running == nil)
    }
}
