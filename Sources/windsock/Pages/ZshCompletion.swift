/// Completion for zsh, by its own `_arguments`.
package enum ZshCompletion {
    package static func script(_ verbs: [Verb]) -> String {
        let visible = verbs.filter { !$0.name.hasPrefix("_") }
        var lines = [
            "#compdef windsock",
            "# zsh completion for windsock; written by: windsock completions zsh",
            "",
            "_windsock_places() {",
            "    local -a places",
            "    places=(\"${(@f)$(windsock __complete places \"\" 2>/dev/null)}\")",
            "    places=(${places:#})",
            "    compadd -a places",
            "}",
            "",
            "_windsock_verbs() {",
            "    local -a verbs",
            "    verbs=(",
        ]
        lines += visible.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        lines += [
            "    )", "    _describe verb verbs", "}", "", "_windsock() {",
            "    local context state state_descr line",
        ]
        lines += ["    typeset -A opt_args", "    local -a common", "    common=("]
        lines += CommonOptions.all.map { "        " + option($0) }
        lines += ["    )", "    _arguments -C $common '1:verb:_windsock_verbs' '*::argument:->rest'"]
        lines += ["    [[ $state == rest ]] || return", "    case $line[1] in"]
        for verb in visible {
            let words = verb.options.map(option) + verb.arguments.enumerated().map { argument($1, $0 + 1) }
            lines.append("        \(verb.name)) _arguments $common \(words.joined(separator: " ")) ;;")
        }
        lines += ["    esac", "}", "", "_windsock \"$@\""]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func option(_ option: OptionSyntax) -> String {
        let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
        switch option.value {
        case .none: return quoted("--\(option.name)[\(summary)]")
        case .required(let value):
            return quoted("--\(option.name)=[\(summary)]:\(value.name):\(action(value.source))")
        case .optional(let value):
            return quoted("--\(option.name)=-[\(summary)]::\(value.name):\(action(value.source))")
        }
    }

    private static func argument(_ argument: ArgumentSyntax, _ position: Int) -> String {
        let place = argument.repeats ? "*" : "\(position)"
        return quoted("\(place):\(argument.value.name):\(action(argument.value.source))")
    }

    private static func action(_ source: ValueSyntax.Source) -> String {
        switch source {
        case .text: " "
        case .files: "_files"
        case .directories: "_files -/"
        case .places: "_windsock_places"
        case .words(let words): "(" + words.joined(separator: " ") + ")"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
