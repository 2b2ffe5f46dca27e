import Control
import Core
import EventLoop
import Probes
import Store
import Transfer

// What `windsock check` shows: the layers in order, each from what is known now.
extension Engine {
    func diagnosis() async -> [DiagnosisLine] {
        var lines = [
            line("config", .ok, keyRing.directories.configurationFile),
            line(
                "lock", .ok,
                "windsockd \(Release.version), pid \(ProcessIdentity.current), "
                    + "up \(startedAt.duration(to: now.wall).inWords)"),
        ]
        lines.append(databaseLine)
        lines.append(SettingLines.key(keys, keyReport.state))
        lines.append(SettingLines.clock(now.wall, offset: clockOffset))
        lines += networkLines
        lines.append(apiLine)
        return lines
    }

    private func line(
        _ layer: String, _ verdict: DiagnosisLine.Verdict, _ text: String, _ duration: Duration? = nil,
        hint: String? = nil
    ) -> DiagnosisLine {
        DiagnosisLine(layer: layer, verdict: verdict, text: text, duration: duration, hint: hint)
    }

    private var databaseLine: DiagnosisLine {
        switch storage {
        case .ok, .recovered: line("database", .ok, "\(places.count) places")
        case .full:
            line("database", .fail, "the disk is full", hint: "make room; windsockd goes on by itself")
        case .failing: line("database", .fail, "the disk reports errors", hint: "journalctl -u windsockd")
        }
    }

    /// Path, DNS, TCP and TLS as the newest probe found them; what lies behind a failure was not reached.
    private var networkLines: [DiagnosisLine] {
        guard machine.reachability.status.reason != .noPath else {
            return [SettingLines.path(.none)] + ProbeLines.skipped()
        }
        let lines = ProbeLines.lines(machine.reachability.evidence?.finding, host: targetName)
        return [SettingLines.path(parts.path.snapshot)] + lines
    }

    private var apiLine: DiagnosisLine {
        let failure = places.keys.compactMap { machine.progress(of: $0, at: now)?.lastFailure }.max {
            $0.at < $1.at
        }
        if let failure, machine.sync.keyIsProven == false || machine.reachability.status.state != .online {
            return line("api", .fail, failure.message, hint: "windsock attempts")
        }
        return machine.sync.keyIsProven
            ? line("api", .ok, "answers with this key") : line("api", .skipped, "not asked yet")
    }
}
