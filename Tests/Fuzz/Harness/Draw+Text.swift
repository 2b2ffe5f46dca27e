/// Names as nobody should have them.
extension Draw {
    private static let pieces = [
        // Escape sequences, in seven bits and in eight; what a terminal takes for a line, a bell, an end.
        "\u{1B}[2J", "\u{1B}]0;title\u{07}", "\u{9B}31m", "\u{9D}", "\u{1B}P", "\u{0}", "\r", "\n", "\r\n",
        "\t",
        "\u{08}", "\u{7F}", "\u{85}", "\u{90}", "\u{2028}", "\u{2029}", "\u{FEFF}",
        // Text direction.
        "\u{202E}", "\u{202D}", "\u{2066}", "\u{2067}", "\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}",
        // Marks, joiners, selectors, and a sign that joins what follows.
        "\u{301}", "\u{308}\u{304}", "\u{489}", "\u{20DD}", "\u{E31}", "\u{64B}", "\u{17BE}", "\u{200D}",
        "\u{200C}",
        "\u{200B}", "\u{FE0F}", "\u{FE0E}", "\u{E0101}", "\u{600}", "\u{AD}", "\u{34F}", "\u{E0067}",
        "\u{E007F}",
        // Wide and narrow signs.
        "東", "ᄀ", "ᅡ", "ᆨ", "한", "ﾊ", "👩", "👩‍👩‍👧", "🇳", "🇳🇴", "❄️", "1️⃣", "🏽", "กำ", "नि", "ß", "ﷺ", "İ",
        // No signs.
        "\u{E000}", "\u{F0000}", "\u{378}", "\u{FFFF}", "\u{10FFFF}",
        // Separators of the files that names end up in.
        ",", "\"", ";", "=", "'", "\\", "%", "&", "<", " ", "  ", "\u{A0}", "\u{3000}", "zip:", "name", "…",
        "-",
        "São", "Oslo", "x", "a", "0", "Sa\u{303}o",
    ]

    /// A text of a few pieces, or a long one of one piece over and over.
    mutating func text(upTo count: Int = 12) -> String {
        var text = String.UnicodeScalarView()
        if oneIn(40) {
            let piece = one(of: Draw.pieces)
            for _ in 0..<number(1...400) { text.append(contentsOf: piece.unicodeScalars) }
        }
        for _ in 0..<below(count + 1) {
            if oneIn(6), let scalar = Unicode.Scalar(UInt32(below(oneIn(2) ? 0x500 : 0x11_0000))) {
                text.append(scalar)
            } else {
                text.append(contentsOf: one(of: Draw.pieces).unicodeScalars)
            }
        }
        let string = String(text)
        note(string)
        return string
    }
}

extension StringProtocol {
    /// Whether a terminal or a log may be given this as it is: printable signs, and line ends where they are ours.
    func isHarmless(allowingLineEnds: Bool = false) -> Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: allowingLineEnds
            // C0, DEL, C1; line and paragraph separators; what reorders text (UAX #9).
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: false
            default: true
            }
        }
    }
}
