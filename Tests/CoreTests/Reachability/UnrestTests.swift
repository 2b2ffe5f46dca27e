import Core
import Testing

/// Flapping, sleep, and force.
@Suite struct UnrestTests {
    /// Offline for a second, then good probes until online; how long it took from the fall.
    private func fallAndRise(_ stage: inout MonitorStage) -> Double {
        stage.send(.pathObserved(.none))
        stage.wait(.milliseconds(250))
        let fell = stage.elapsed
        stage.wait(.seconds(1))
        stage.send(.pathObserved(MonitorStage.eth0))
        for _ in 0..<10 where stage.status.state != .online { stage.play("o") }
        return (stage.elapsed - fell).inSeconds
    }

    @Test func `a flapping link is held down for 5, 10, 20 and 30 seconds, and two good probes`() {
        var stage = MonitorStage.online()
        var rises: [Double] = []
        for _ in 0..<8 {
            stage.wait(.seconds(10))
            rises.append(fallAndRise(&stage).rounded())
        }
        #expect(rises == [1, 5, 10, 20, 30, 30, 30, 30])
    }

    @Test func `falls are never held, however the link flaps`() {
        var stage = MonitorStage.online()
        for _ in 0..<8 {
            stage.wait(.seconds(10))
            _ = fallAndRise(&stage)
            stage.send(.pathObserved(.none))
            stage.wait(.milliseconds(250))
            #expect(stage.status.state == .offline)
            stage.send(.pathObserved(MonitorStage.eth0))
            for _ in 0..<10 where stage.status.state != .online { stage.play("o") }
        }
    }

    @Test func `five quiet minutes end the damping, less do not`() {
        var stage = MonitorStage.online()
        for _ in 0..<4 {
            stage.wait(.seconds(10))
            _ = fallAndRise(&stage)
        }
        var patient = stage
        stage.rest(.minutes(4) + .seconds(50))
        #expect(fallAndRise(&stage).rounded() == 30)
        patient.rest(.minutes(5))
        #expect(fallAndRise(&patient).rounded() == 1)
    }

    @Test func `while flapping the good probes are at least a second apart`() {
        var stage = MonitorStage.online()
        for _ in 0..<3 {
            stage.wait(.seconds(10))
            _ = fallAndRise(&stage)
        }
        stage.send(.pathObserved(.none))
        stage.wait(.minutes(2))
        stage.send(.pathObserved(MonitorStage.eth0))
        stage.answer(.good)
        #expect(stage.status.state == .offline)
        stage.play("o")
        #expect(stage.status.state == .online)
        #expect(stage.pauses(1)[0] >= 1)
    }

    // MARK: resume

    @Test func `after a resume all is unknown, another generation, and probed at once`() {
        var stage = MonitorStage.online()
        stage.send(.resumed)
        #expect(stage.words == ["unknown", "online", "unknown"])
        #expect(stage.status.generation == 2)
        #expect(stage.looks.count == 1)
        #expect(stage.running?.depth == .full)
        stage.answer(.good)
        #expect(stage.word == "online")
    }

    @Test func `failures after a resume are probed again after .5, 1, 2 and 4 seconds and count at 15`() {
        var stage = MonitorStage.online()
        stage.send(.resumed)
        let resumed = stage.elapsed
        stage.play("ddddd")
        #expect(stage.pauses(4).map { (($0 - 0.03) * 10).rounded() / 10 } == [0.5, 1, 2, 4])
        #expect(stage.status.state == .unknown)
        while stage.status.state == .unknown { stage.play("d") }
        #expect(stage.word == "offline dns")
        #expect(stage.published.last.map { $0.at - resumed <= .seconds(15) } == true)
        #expect(stage.published.last.map { $0.at - resumed > .seconds(14) } == true)
    }

    @Test func `without a path after a resume, offline is published after five seconds`() {
        var stage = MonitorStage.online()
        stage.send(.resumed)
        let resumed = stage.elapsed
        stage.send(.pathObserved(.none))
        stage.wait(.seconds(10))
        #expect(stage.word == "offline no_path")
        #expect(stage.published.last.map { $0.at - resumed == .seconds(5) } == true)
    }

    @Test func `a path lost late in the unknown of a resume is the reason when it ends`() {
        var stage = MonitorStage.online()
        stage.send(.resumed)
        stage.wait(.seconds(12))
        stage.send(.pathObserved(.none))
        stage.wait(.seconds(3))
        #expect(stage.word == "offline no_path")
    }

    @Test func `reasons of the network before are forgotten`() {
        var stage = MonitorStage.offline()
        stage.play("p")
        stage.send(.resumed)
        stage.wait(.seconds(15))
        #expect(stage.word == "offline connect")
    }

    // MARK: force

    @Test func `force overrides the evidence, and auto judges it anew`() {
        var stage = MonitorStage.online()
        stage.send(.forced(.offline))
        #expect(stage.word == "offline forced")
        #expect(stage.machine.deadline == nil)
        stage.send(.trafficSucceeded(generation: 1))
        stage.send(.probeRequested)
        #expect(stage.word == "offline forced")
        #expect(stage.running == nil)
        stage.send(.forced(.online))
        #expect(stage.word == "online forced")
        stage.send(.forced(nil))
        #expect(stage.word == "unknown")
        stage.answer(.good)
        #expect(stage.word == "online")
    }

    @Test func `auto where nothing was forced changes nothing`() {
        var stage = MonitorStage.online()
        let before = stage.machine
        stage.send(.forced(nil))
        #expect(stage.machine == before)
    }

    @Test func `auto without a path is offline at once`() {
        var stage = MonitorStage.online()
        stage.send(.forced(.online))
        stage.send(.pathObserved(.none))
        #expect(stage.word == "online forced")
        stage.send(.forced(nil))
        #expect(stage.word == "offline no_path")
        #expect(stage.machine.deadline != nil)
    }

    @Test func `a resume and another path end the generation also while forced`() {
        var stage = MonitorStage.online()
        stage.send(.forced(.online))
        stage.send(.resumed)
        #expect(stage.status.generation == 2)
        stage.send(.pathObserved(MonitorStage.wlan0))
        #expect(stage.status.generation == 3)
        #expect(stage.word == "online forced")
    }
}
