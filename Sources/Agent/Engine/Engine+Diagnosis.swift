import Control
import Core
import EventLoop
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
        lines.append(keyLine)
        lines.append(clockLine)
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

    private var keyLine: DiagnosisLine {
        switch keyReport.state {
        case .missing:
            line("key", .fail, keys.complaint ?? "there is none", hint: "windsock key set")
        case .refused:
            line("key", .fail, "it was refused; new keys take up to 2 h", hint: "windsock key set")
        case .ok: line("key", .ok, "from \(keys.inForce?.place ?? "")")
        case .unverified: line("key", .ok, "from \(keys.inForce?.place ?? ""), not asked with yet")
        }
    }

    private var clockLine: DiagnosisLine {
        if now.wall < Release.date {
            return line(
                "clock", .fail, "it says \(now.wall.rfc3339)", hint: "set it: timedatectl set-ntp true")
        }
        guard let clockOffset else { return line("clock", .skipped, "no answer to compare with yet") }
        let seconds = abs(clockOffset.inSeconds)
        let text = "\(Int64(seconds)) s from the server"
        return seconds > 3600
            ? line("clock", .fail, text, hint: "set it: timedatectl set-ntp true") : line("clock", .ok, text)
    }

    /// Path, DNS, TCP and TLS as the newest probe found them; what lies behind a failure was not reached.
    private var networkLines: [DiagnosisLine] {
        let layers: [(name: String, phase: ConnectionPhase)] = [
            ("dns", .dns), ("tcp", .connect), ("tls", .tls),
        ]
        let status = machine.reachability.status
        guard status.reason != .noPath else {
            return [
                line(
                    "path", .fail, status.reason.words(host: targetName, now: nil),
                    hint: "is the cable in, the radio on? (ip route)")
            ] + layers.map { line($0.name, .skipped, "") }
        }
        var lines = [line("path", .ok, "there is a route")]
        let finding = machine.reachability.evidence?.finding
        for layer in layers {
            let duration =
                switch layer.phase {
                case .dns: finding?.dns
                case .connect: finding?.connect
                default: finding?.tls
                }
            guard let finding else {
                lines.append(line(layer.name, .skipped, "not tried yet"))
                continue
            }
            guard let failure = finding.failure, failure.phase <= layer.phase else {
                lines.append(
                    duration == nil
                        ? line(layer.name, .skipped, "not needed")
                        : line(layer.name, .ok, targetName, duration))
                continue
            }
            lines.append(
                failure.phase == layer.phase
                    ? line(layer.name, .fail, failure.message, hint: Engine.hint(layer.phase))
                    : line(layer.name, .skipped, ""))
        }
        return lines
    }

    private static func hint(_ phase: ConnectionPhase) -> String {
        switch phase {
        case .dns: "the name server does not answer as it should (resolvectl status)"
        case .connect: "a firewall or the uplink drops it"
        case .tls, .request, .response: "open a web page: a network may want you to sign in first"
        }
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
