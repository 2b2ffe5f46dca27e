extension Duration {
    /// The duration in words, in its two largest units: `8 s`, `44 min`, `2 h 11 min`, `3 d 4 h`.
    ///
    /// Rounded down; negative durations read as `0 s`.
    package var inWords: String {
        let seconds = max(0, components.seconds)
        switch seconds {
        case 0..<60: return "\(seconds) s"
        case 60..<3600: return "\(seconds / 60) min"
        case 3600..<86_400: return Duration.pair(seconds, 3600, "h", 60, "min")
        default: return Duration.pair(seconds, 86_400, "d", 3600, "h")
        }
    }

    private static func pair(
        _ seconds: Int64, _ large: Int64, _ largeName: String, _ small: Int64, _ smallName: String
    ) -> String {
        let rest = seconds % large / small
        return rest == 0
            ? "\(seconds / large) \(largeName)"
            : "\(seconds / large) \(largeName) \(rest) \(smallName)"
    }

    /// Parses a duration as the configuration writes it: a non-negative decimal number directly followed by
    /// `ms`, `s`, `m`, `h` or `d`, such as `250ms`, `10m`, `1.5h`.
    ///
    /// Nil when it is anything else or longer than 100 years.
    package init?(configuration text: some StringProtocol) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let scale: Double
        switch text.dropFirst(digits.count) {
        case "ms": scale = 0.001
        case "s": scale = 1
        case "m": scale = 60
        case "h": scale = 3600
        case "d": scale = 86_400
        default: return nil
        }
        guard digits.first?.isNumber == true, digits.last?.isNumber == true, let count = Double(digits),
            count * scale <= 3_155_760_000
        else { return nil }
        self = .milliseconds(Int64((count * scale * 1000).rounded()))
    }
}
