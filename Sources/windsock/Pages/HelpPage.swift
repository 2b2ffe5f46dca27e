/// `windsock --help` and `windsock VERB --help`.
package enum HelpPage {
    package static func overview(_ verbs: [Verb], width: Int) -> String {
        let visible = verbs.filter { !$0.name.hasPrefix("_") }
        var lines = [
            "usage: windsock VERB [ARGUMENT…] [OPTION…]",
            "",
        ]
        lines += wrapped(
            "Weather of your places, kept at hand while the network comes and goes.", width: width, indent: 0)
        lines.append("")
        lines += list(visible.map { ($0.name, $0.summary) }, width: width)
        lines += ["", "options of every verb:"]
        lines += list(CommonOptions.all.map { ($0.synopsis, $0.summary) }, width: width)
        lines += ["", "windsock VERB --help explains a verb, with examples."]
        return lines.map { $0 + "\n" }.joined()
    }

    package static func page(_ verb: Verb, width: Int) -> String {
        var lines = wrapped("usage: windsock " + verb.synopsis, width: width, indent: 7)
        lines += [""]
        lines += wrapped(
            verb.summary.prefix(1).uppercased() + verb.summary.dropFirst() + ".", width: width, indent: 0)
        for paragraph in verb.details { lines += [""] + wrapped(paragraph, width: width, indent: 0) }
        if !verb.options.isEmpty {
            lines += ["", "options:"] + list(verb.options.map { ($0.synopsis, $0.summary) }, width: width)
        }
        lines += ["", "options of every verb:"]
        lines += wrapped(
            "  " + CommonOptions.all.map(\.synopsis).joined(separator: ", "), width: width, indent: 2)
        lines += ["", "examples:"]
        for example in verb.examples {
            lines += ["  " + example.command] + wrapped("      " + example.meaning, width: width, indent: 6)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Terms and what they mean, in two columns; a long term has a line of its own.
    private static func list(_ entries: [(term: String, text: String)], width: Int) -> [String] {
        let widest = entries.map { DisplayWidth.of($0.term) }.filter { $0 <= 26 }.max() ?? 0
        let indent = widest + 4
        return entries.flatMap { term, text in
            let isShort = DisplayWidth.of(term) <= widest
            let start = "  " + (isShort ? term.fitted(widest) + "  " : term)
            let head = isShort ? [] : [start]
            let body = (isShort ? start : String(repeating: " ", count: indent)) + text
            return head + wrapped(body, width: width, indent: indent)
        }
    }

    /// Lines of at most `width` columns, broken at spaces; all but the first indented.
    ///
    /// Leading spaces are kept.
    static func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
        let leading = text.prefix { $0 == " " }
        var lines: [String] = []
        var line = String(leading)
        var isEmpty = true
        for word in words(text.dropFirst(leading.count)) {
            if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }

    /// Words with the spaces before them beyond the first, so that aligned columns survive; `[--at LAT,LON |
    /// …]` stays breakable.
    private static func words(_ text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == " ", index > start, text[text.index(before: index)] != " " {
                words.append(text[start..<index])
                start = next
            }
            index = next
        }
        return words + [text[start...]]
    }
}
