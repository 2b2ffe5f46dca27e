import Control
import Core

/// The layers of a diagnosis that need no network, in words; the daemon and `windsockd --diagnose` share them.
enum SettingLines {
    static func key(_ findings: KeyFindings, _ state: KeyReport.State, duration: Duration? = nil)
        -> DiagnosisLine
    {
        var line = DiagnosisLine(layer: "key", verdict: .ok, text: "", duration: duration)
        switch state {
        case .missing:
            line.verdict = .fail
            line.text = findings.complaint ?? "there is none"
            line.hint = "windsock key set"
        case .refused:
            line.verdict = .fail
            line.text = "it was refused; new keys take up to 2 h"
            line.hint = "windsock key set"
        case .ok: line.text = "from \(findings.inForce?.place ?? "")"
        case .unverified: line.text = "from \(findings.inForce?.place ?? ""), not asked with yet"
        }
        if !findings.shadowed.isEmpty, line.verdict == .ok {
            line.text += "; not used: \(findings.shadowed.map(\.words).joined(separator: ", "))"
        }
        return line
    }

    /// - Parameter offset: what this clock is ahead of the server's; nil when no answer tells.
    static func clock(_ now: UnixTime, offset: Duration?) -> DiagnosisLine {
        let remedy = "set it: timedatectl set-ntp true"
        if now < Release.date {
            return DiagnosisLine(
                layer: "clock", verdict: .fail, text: "it says \(now.rfc3339)", hint: remedy)
        }
        guard let offset else {
            return DiagnosisLine(layer: "clock", verdict: .skipped, text: "no answer to compare with yet")
        }
        let size = offset < .zero ? .zero - offset : offset
        let text =
            size < .seconds(2)
            ? "right to the second" : "\(size.inWords) \(offset < .zero ? "behind" : "ahead of") the server's"
        let isWrong = size > .hours(1)
        return DiagnosisLine(
            layer: "clock", verdict: isWrong ? .fail : .ok, text: text, hint: isWrong ? remedy : nil)
    }

    /// The best route there is: `default via 192.0.2.1 on wlan0`.
    static func path(_ snapshot: PathSnapshot, duration: Duration? = nil) -> DiagnosisLine {
        guard
            let route = snapshot.routes.first(where: { $0.destination == "default" }) ?? snapshot.routes.first
        else {
            return DiagnosisLine(
                layer: "path", verdict: .fail, text: ReachabilityReason.noPath.words(host: "", now: nil),
                duration: duration, hint: "is the cable in, the radio on? (ip route)")
        }
        let gateway = route.gateway.map { " via \($0)" } ?? ""
        return DiagnosisLine(
            layer: "path", verdict: .ok, text: "\(route.destination)\(gateway) on \(route.interface)",
            duration: duration)
    }
}
