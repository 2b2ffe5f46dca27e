/// How many columns of a terminal a text takes.
///
/// What counts is the grapheme cluster: combining marks and what is joined to an emoji add nothing, an emoji
/// presentation selector makes it two, and no cluster takes more. `wcwidth(3)` would need a locale and knows
/// no clusters.
package enum DisplayWidth {
    package static func of(_ text: some StringProtocol) -> Int {
        // Nearly every text is ASCII, where one byte is one column.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    package static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // Emoji presentation, and whatever is joined to something wide: drawn as one sign.
            if scalar.value == 0xFE0F, width > 0 || scalar.properties.isEmoji { return 2 }
            width += columns(of: scalar)
            if width >= 2 { return 2 }
        }
        return width
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0 : 1 }
        // Pairs of these are flags, two columns as a pair and, drawn apart, two each.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
        // Vowels and finals of Hangul join the consonant before them.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].contains(value)
    }
}

extension String {
    /// The text in exactly `width` columns, cut with `…` where it is longer.
    package func fitted(_ width: Int, alignment: TextTable.Alignment = .left) -> String {
        let text = shortened(width)
        let spaces = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
        return alignment == .left ? text + spaces : spaces + text
    }

    /// The text in at most `width` columns, cut with `…` where it is longer.
    package func shortened(_ width: Int) -> String {
        guard DisplayWidth.of(self) > width else { return self }
        guard width > 0 else { return "" }
        var kept = ""
        var used = 0
        for character in self {
            used += DisplayWidth.of(character)
            if used > width - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
