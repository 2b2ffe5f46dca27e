/// What a colour means.
///
/// There are three, and no meaning is told by colour alone.
package enum Tint: Sendable {
    case good
    case stale
    case broken
}

/// Whether and how text is coloured.
package struct Style: Equatable, Sendable {
    package let isColoured: Bool

    package static let plain = Style(isColoured: false)
    package static let coloured = Style(isColoured: true)

    /// The text in its colour (ECMA-48 SGR 32, 33, 31).
    package func tinted(_ text: String, _ tint: Tint?) -> String {
        guard isColoured, let tint, !text.isEmpty else { return text }
        let code =
            switch tint {
            case .good: "32"
            case .stale: "33"
            case .broken: "31"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
