import Core
import Testing

@Suite struct ProbeVerdictTests {
    struct Row: CustomTestStringConvertible {
        var target: String
        var api: String
        var witness = "-"
        var isClockWrong = false
        var isPrivate = false
        var verdict: ProbeVerdict
        var testDescription: String {
            "target \(target), api \(api), witness \(witness)" + (isClockWrong ? ", wrong clock" : "")
                + (isPrivate ? ", private answer" : "")
        }
    }

    @Test(arguments: [
        Row(target: "o", api: "o", verdict: .reachable),
        Row(target: "o", api: "s", verdict: .reachable),
        Row(target: "s", api: "o", verdict: .reachable),
        Row(target: "o", api: "-", verdict: .reachable),
        Row(target: "s", api: "s", verdict: .unreachable(.connect, isHard: false)),
        Row(target: "h", api: "h", verdict: .unreachable(.connect, isHard: true)),
        Row(target: "h", api: "s", verdict: .unreachable(.connect, isHard: false)),
        Row(target: "d", api: "d", verdict: .unreachable(.dns, isHard: false)),
        Row(target: "D", api: "D", verdict: .unreachable(.dns, isHard: true)),
        Row(target: "t", api: "s", verdict: .unreachable(.tls, isHard: false)),
        Row(target: "p", api: "p", verdict: .unreachable(.captive, isHard: false)),
        Row(target: "s", api: "p", verdict: .unreachable(.captive, isHard: false)),
        Row(target: "y", api: "y", isClockWrong: true, verdict: .unreachable(.clock, isHard: false)),
        Row(target: "y", api: "y", verdict: .unreachable(.captive, isHard: false)),
        Row(target: "e", api: "e", isClockWrong: true, verdict: .unreachable(.clock, isHard: false)),
        Row(target: "p", api: "p", isClockWrong: true, verdict: .unreachable(.captive, isHard: false)),
        Row(target: "s", api: "s", witness: "o", verdict: .unreachable(.target, isHard: false)),
        Row(target: "h", api: "h", witness: "h", verdict: .unreachable(.connect, isHard: true)),
        Row(target: "o", api: "o", witness: "s", verdict: .reachable),
        Row(target: "-", api: "-", witness: "o", verdict: .unreachable(.connect, isHard: false)),
        // A public name with a private address is a suspicion, which a verified handshake overrules.
        Row(target: "s", api: "s", isPrivate: true, verdict: .unreachable(.captive, isHard: false)),
        Row(target: "o", api: "s", isPrivate: true, verdict: .reachable),
    ])
    func `a report is judged by its table`(row: Row) {
        var findings: [ProbeFinding] = []
        for (aim, mark) in [(ProbeAim.target, row.target), (.api, row.api), (.witness, row.witness)] {
            guard let answer = mark.first.flatMap(MonitorStage.Answer.init) else { continue }
            findings.append(
                ProbeFinding(
                    aim: aim, failure: answer.failure, answeredPrivately: row.isPrivate && aim == .target))
        }
        let report = ProbeReport(token: 1, depth: .full, findings: findings)
        #expect(ProbeVerdict(report, clockIsWrong: row.isClockWrong) == row.verdict)
    }

    @Test(arguments: [(Int32(99), true), (101, true), (113, true), (111, false), (110, false), (0, false)])
    func `only what the kernel refuses at once is hard`(errno: Int32, isHard: Bool) {
        #expect(TransferFailure(.connect, phase: .connect, osErrno: errno).isHard == isHard)
        #expect(!TransferFailure(.timedOut, phase: .connect, osErrno: errno).isHard)
    }
}
