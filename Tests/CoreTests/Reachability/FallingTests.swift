import Core
import Testing

/// Online, suspect, offline.
@Suite struct FallingTests {
    struct Fall: CustomTestStringConvertible {
        var begun: String
        var script: String
        var isOffline: Bool
        var testDescription: String { "\(begun), then \(script)" }
    }

    @Test(arguments: [
        Fall(begun: "probe", script: "h", isOffline: false),
        Fall(begun: "probe", script: "hh", isOffline: true),
        Fall(begun: "probe", script: "DD", isOffline: true),
        Fall(begun: "probe", script: "ss", isOffline: false),
        Fall(begun: "probe", script: "sss", isOffline: true),
        Fall(begun: "probe", script: "ddd", isOffline: true),
        Fall(begun: "probe", script: "hs", isOffline: false),
        Fall(begun: "probe", script: "hsh", isOffline: true),
        Fall(begun: "probe", script: "sh", isOffline: false),
        Fall(begun: "probe", script: "shs", isOffline: true),
        Fall(begun: "probe", script: "sso", isOffline: false),
        Fall(begun: "probe", script: "ssoss", isOffline: false),
        // A transfer that failed asks; it does not count.
        Fall(begun: "transfer", script: "h", isOffline: false),
        Fall(begun: "transfer", script: "ss", isOffline: false),
        Fall(begun: "transfer", script: "hh", isOffline: true),
        Fall(begun: "transfer", script: "sss", isOffline: true),
        Fall(begun: "transfer", script: "o", isOffline: false),
    ])
    func `two hard failures or three of any kind are offline`(fall: Fall) {
        var stage = MonitorStage.online()
        if fall.begun == "transfer" { stage.send(.trafficFailed(generation: 1)) }
        stage.play(fall.script)
        #expect(stage.status.state == (fall.isOffline ? .offline : .online))
        #expect(stage.machine.isSuspect == (!fall.isOffline && fall.script.last != "o"))
    }

    @Test func `a suspicion probes in full at once, a second and two seconds later`() {
        var stage = MonitorStage.online()
        stage.send(.trafficFailed(generation: 1))
        stage.play("sss")
        #expect(stage.pauses(2).map { ($0 - 0.03).rounded() } == [1, 2])
        #expect(stage.probes.suffix(3).allSatisfy { $0.request.depth == .full })
        #expect(stage.word == "offline connect")
    }

    @Test func `a steady probe that fails counts as the first and is followed at once`() {
        var stage = MonitorStage.online()
        stage.play("sss")
        #expect(stage.pauses(2).map { ($0 - 0.03).rounded() } == [0, 1])
        #expect(stage.probes.suffix(3).map(\.request.depth) == [.connect, .full, .full])
        #expect(stage.word == "offline connect")
    }

    @Test(arguments: [
        (Duration.milliseconds(30), Duration.milliseconds(2500)), (.milliseconds(800), .milliseconds(2500)),
        (.seconds(1), .seconds(3)), (.milliseconds(2600), .milliseconds(7800)), (.seconds(5), .seconds(8)),
    ])
    func `going down, a probe has 2.5 seconds or three times the last good one, at most 8`(
        good: Duration, patience: Duration
    ) {
        var stage = MonitorStage.online(total: good)
        stage.awaitProbe()
        #expect(stage.running?.deadline == patience)
        stage.answer(.soft)
        #expect(stage.running?.deadline == patience)
    }

    @Test func `another address does not make a slow link faster`() {
        var stage = MonitorStage.online(total: .seconds(5))
        stage.send(.pathObserved(MonitorStage.wlan0))
        #expect(stage.running?.deadline == .seconds(8))
    }

    @Test func `a probe that the driver never answers is a failure a second past its patience`() {
        var stage = MonitorStage.online()
        stage.awaitProbe()
        let token = stage.running?.token
        stage.wait(.milliseconds(3499))
        #expect(stage.running?.token == token)
        stage.wait(.milliseconds(1))
        #expect(stage.abandoned == [token])
        #expect(stage.machine.isSuspect)
    }

    @Test func `a path that is gone for a quarter of a second is offline, and less is not`() {
        var stage = MonitorStage.online()
        stage.send(.pathObserved(.none))
        stage.wait(.milliseconds(249))
        #expect(stage.word == "online")
        stage.wait(.milliseconds(1))
        #expect(stage.word == "offline no_path")
        #expect(stage.machine.deadline.map { stage.now.moment.duration(to: $0) } == .minutes(15))
    }

    @Test func `a path that returns within the hold is another generation all the same`() {
        var stage = MonitorStage.online()
        stage.send(.pathObserved(.none))
        stage.wait(.milliseconds(100))
        stage.send(.pathObserved(MonitorStage.eth0))
        #expect(stage.status.generation == 2)
        #expect(stage.machine.isSuspect)
        #expect(stage.running?.depth == .full)
        stage.answer(.good)
        #expect(stage.words == ["unknown", "online"])
    }

    @Test func `the same path again is no news`() {
        var stage = MonitorStage.online()
        stage.send(.pathObserved(MonitorStage.eth0))
        #expect(stage.status.generation == 1)
        #expect(stage.running == nil)
        #expect(!stage.machine.isSuspect)
    }

    @Test func `steady probes are connections, and every tenth is full`() {
        var stage = MonitorStage.online()
        stage.play(String(repeating: "o", count: 20))
        let depths = stage.probes.dropFirst().map { $0.request.depth == .full ? "F" : "c" }
        #expect(depths.joined() == "cccccccccFcccccccccF")
    }

    @Test func `steady probes come every 30 seconds, and after ten quiet minutes every 120`() {
        var stage = MonitorStage.online()
        stage.play(String(repeating: "o", count: 60))
        let times = stage.probes.map(\.at)
        for (before, after) in zip(times, times.dropFirst()).dropFirst() {
            let expected: Duration = before >= .minutes(10) + .seconds(1) ? .seconds(120) : .seconds(30)
            let pause = after - before
            #expect(
                pause >= expected.scaled(by: 0.8) && pause <= expected.scaled(by: 1.2) + .milliseconds(40),
                "\(pause) at \(before)")
        }
        stage.send(.trafficFailed(generation: 1))
        stage.answer(.good)
        stage.play("o")
        #expect(stage.pauses(1)[0] < 37)
    }

    @Test func `real traffic postpones the next probe`() {
        var stage = MonitorStage.online()
        for _ in 0..<30 {
            stage.wait(.seconds(20))
            stage.send(.trafficSucceeded(generation: 1))
        }
        #expect(stage.probes.count == 1)
    }

    @Test func `traffic of an older generation says nothing`() {
        var stage = MonitorStage.online()
        stage.send(.pathObserved(MonitorStage.wlan0))
        stage.answer(.good)
        let before = stage.machine
        stage.send(.trafficFailed(generation: 1))
        #expect(stage.machine == before)
        stage.send(.trafficSucceeded(generation: 1))
        #expect(stage.machine == before)
    }

    @Test func `an answer ends a suspicion without waiting for the probe`() {
        var stage = MonitorStage.online()
        stage.send(.trafficFailed(generation: 1))
        stage.send(.trafficSucceeded(generation: 1))
        #expect(!stage.machine.isSuspect)
        #expect(stage.running == nil)
        #expect(stage.words == ["unknown", "online"])
    }

    @Test func `a report with an older token is ignored`() throws {
        var stage = MonitorStage.online()
        stage.awaitProbe()
        let old = try #require(stage.running)
        stage.send(.trafficFailed(generation: 1))
        #expect(stage.abandoned == [old.token])
        let before = stage.machine
        stage.send(.probeFinished(stage.report(old, .hard, .zero)))
        #expect(stage.machine == before)
    }

    @Test func `a request while a steady probe runs makes a full one in its place`() {
        var stage = MonitorStage.online()
        stage.awaitProbe()
        #expect(stage.running?.depth == .connect)
        stage.send(.probeRequested)
        #expect(stage.running?.depth == .full)
        #expect(!stage.machine.isSettled)
        stage.answer(.good)
        #expect(stage.machine.isSettled)
    }
}
