/// Completion for fish.
package enum FishCompletion {
    package static func script(_ verbs: [Verb]) -> String {
        let visible = verbs.filter { !$0.name.hasPrefix("_") }
        let names = visible.map(\.name).joined(separator: " ")
        var lines = [
            "# fish completion for windsock; written by: windsock completions fish",
            "",
            "complete -c windsock -f",
        ]
        lines += CommonOptions.all.map { "complete -c windsock \(option($0))" }
        for verb in visible {
            let first = "-n \"not __fish_seen_subcommand_from \(names)\""
            lines.append("complete -c windsock \(first) -a \(verb.name) -d \(quoted(verb.summary))")
        }
        for verb in visible {
            let after = "complete -c windsock -n \"__fish_seen_subcommand_from \(verb.name)\""
            lines += verb.options.map { "\(after) \(option($0))" }
            lines += verb.arguments.compactMap { argument in
                argument.value.source == .files
                    ? "\(after) -F" : source(argument.value.source).map { "\(after) \($0)" }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func option(_ option: OptionSyntax) -> String {
        var words = "-l \(option.name) -d \(quoted(option.summary))"
        guard case .required(let value) = option.value else { return words }
        switch value.source {
        case .files, .directories: words += " -r -F"
        case .text, .places, .words: words += " -x"
        }
        if let source = source(value.source) { words += " " + source }
        return words
    }

    private static func source(_ source: ValueSyntax.Source) -> String? {
        switch source {
        case .text, .files, .directories: nil
        case .places: "-a \"(windsock __complete places '' 2>/dev/null)\""
        case .words(let words): "-a \"\(words.joined(separator: " "))\""
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
