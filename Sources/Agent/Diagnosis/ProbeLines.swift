import Control
import Core

/// What one probe found, as the layers of a diagnosis: DNS, TCP and TLS.
///
/// What lies behind a failure was not reached.
enum ProbeLines {
    private static let layers: [(name: String, phase: ConnectionPhase)] = [
        ("dns", .dns), ("tcp", .connect), ("tls", .tls),
    ]

    /// - Parameters:
    ///   - finding: nil when nothing was probed.
    ///   - host: what was probed, for people.
    ///   - elapsed: how long the whole probe took, from which the time of the step that failed follows.
    ///   - remark: what else is known about a failure.
    static func lines(
        _ finding: ProbeFinding?, host: String, elapsed: Duration? = nil, remark: String? = nil
    ) -> [DiagnosisLine] {
        guard let finding else { return skipped("not tried yet") }
        return layers.map { layer in
            let duration =
                switch layer.phase {
                case .dns: finding.dns
                case .connect: finding.connect
                default: finding.tls
                }
            guard let failure = finding.failure, failure.phase <= layer.phase else {
                return duration == nil
                    ? DiagnosisLine(layer: layer.name, verdict: .skipped, text: "not needed")
                    : DiagnosisLine(layer: layer.name, verdict: .ok, text: host, duration: duration)
            }
            guard failure.phase == layer.phase else {
                return DiagnosisLine(layer: layer.name, verdict: .skipped, text: "")
            }
            return DiagnosisLine(
                layer: layer.name, verdict: .fail,
                text: "\(host): \(failure.message)" + (remark.map { "; " + $0 } ?? ""),
                duration: elapsed.map { max(.zero, $0 - finding.total) }, hint: hint(layer.phase))
        }
    }

    /// None of the layers was looked at.
    static func skipped(_ text: String = "") -> [DiagnosisLine] {
        layers.map { DiagnosisLine(layer: $0.name, verdict: .skipped, text: text) }
    }

    private static func hint(_ phase: ConnectionPhase) -> String {
        switch phase {
        case .dns: "the name server does not answer as it should (resolvectl status)"
        case .connect: "a firewall or the uplink drops it"
        case .tls, .request, .response: "open a web page: a network may want you to sign in first"
        }
    }
}
