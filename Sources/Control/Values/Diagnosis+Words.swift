import Core

extension DiagnosisLine {
    /// How long looking took, in a few characters: `23 ms`, `2.5 s`; empty when that is not known or nothing.
    package var time: String {
        guard let duration, duration >= .milliseconds(1) else { return "" }
        let milliseconds = duration.wholeMilliseconds
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
    }

    /// The exit code for this layer's failure.
    package var exitCode: ExitCode {
        switch layer {
        case "config": .configuration
        case "lock": .tryAgain
        case "database": .inputOutput
        default: .unavailable
        }
    }
}

extension [DiagnosisLine] {
    /// The layer to look at: what lies behind it may well fail for the same reason.
    package var firstFailure: DiagnosisLine? { first { $0.verdict == .fail } }

    /// `done` when nothing failed.
    package var exitCode: ExitCode { firstFailure?.exitCode ?? .done }
}
