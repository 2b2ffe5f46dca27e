extension Unicode.Scalar {
    /// C0, DEL, C1, line and paragraph separators, and the controls that reorder text (UAX #9).
    package var isControlOrBidirectional: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// What a scalar does where it is shown.
    fileprivate enum Part {
        /// It must not be shown, or nobody knows how.
        case nothing
        /// It is drawn onto the sign before it.
        case mark
        /// It stands beside the sign before it, and belongs to it.
        case attachment
        /// It has no shape of its own: joiners, selectors, tags.
        case format
        case space
        case sign
    }

    fileprivate var part: Part {
        if (0x21...0x7E).contains(value) { return .sign }
        if isControlOrBidirectional { return .nothing }
        switch properties.generalCategory {
        case .privateUse, .unassigned, .surrogate: return .nothing
        case .nonspacingMark, .enclosingMark: return .mark
        case .spacingMark where !properties.isGraphemeExtend: return .attachment
        case .format, .control: return .format
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
        default: return properties.isGraphemeExtend || properties.isEmojiModifier ? .mark : .sign
        }
    }
}

extension String {
    /// The most marks that are kept on one sign, as UTS #39 §5.4 has it.
    private static let markLimit = 4
    /// The most scalars for each character, joined emoji of a family with skin tones included.
    private static let scalarLimit = 16

    /// This text made safe to show on a terminal or in a log line.
    ///
    /// Controls, separators, text-direction controls and private-use characters are dropped, and so are marks
    /// that would be drawn onto what stands before the text or tower above its line. Of the rest at most `limit`
    /// characters are kept, none of them without an end, with `…` where something was cut. Text from outside
    /// passes through here wherever it is printed, and nowhere else.
    package func printable(limit: Int = 64) -> String {
        // Most text is short and plain: nothing of it is dropped or cut, and a list has thousands of names.
        if utf8.count <= limit, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        let longest = String.scalarLimit * max(0, limit)
        var kept = String.UnicodeScalarView()
        var count = 0
        var marks = 0
        var hasBase = false
        for scalar in unicodeScalars {
            switch scalar.part {
            case .nothing: continue
            case .mark:
                marks += 1
                guard hasBase, marks <= String.markLimit else { continue }
            case .attachment:
                guard hasBase else { continue }
                marks = 0
            case .format: break
            case .space, .sign:
                marks = 0
                hasBase = true
            }
            guard count < longest else { return String(kept).cut(to: limit - 1) + "…" }
            kept.append(scalar)
            count += 1
        }
        let text = String(kept)
        return text.count <= limit ? text : text.cut(to: limit - 1) + "…"
    }

    /// At most `count` characters, and a scalar fewer than `printable` keeps.
    private func cut(to count: Int) -> String {
        let text = prefix(max(0, count))
        return String(text.unicodeScalars.prefix(max(0, String.scalarLimit * (count + 1) - 1)))
    }

    /// Whether a reader sees anything of it.
    package var hasVisibleSign: Bool {
        unicodeScalars.contains { $0.part == .sign }
    }
}
