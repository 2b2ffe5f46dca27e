/// Completion for bash 4 and later.
package enum BashCompletion {
    package static func script(_ verbs: [Verb]) -> String {
        let visible = verbs.filter { !$0.name.hasPrefix("_") }
        let valued = CommonOptions.all + visible.flatMap(\.options)
        var lines = [
            "# bash completion for windsock; written by: windsock completions bash",
            "",
            "_windsock_offer() {",
            "    local line quote=",
            "    case $cur in \\\"* | \\'*) quote=${cur:0:1}; cur=${cur:1} ;; esac",
            "    cur=${cur//\\\\/}",
            "    while IFS= read -r line; do",
            "        [[ $line == \"$cur\"* ]] || continue",
            "if [[ $quote ]]; then COMPREPLY+=(\"$line\"); else COMPREPLY+=(\"$(printf %q \"$line\")\"); fi",
            "    done",
            "}",
            "",
            "_windsock_files() {",
            "    compopt -o filenames 2>/dev/null",
            "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")",
            "}",
            "",
            "_windsock() {",
            "    local cur=${COMP_WORDS[COMP_CWORD]} option= verb= word index count=0",
            "    COMPREPLY=()",
            "    # bash splits --name=value at the sign.",
            "    if [[ $cur == = ]]; then",
            "        cur= option=${COMP_WORDS[COMP_CWORD - 1]}",
            "    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then",
            "        option=${COMP_WORDS[COMP_CWORD - 2]}",
            "    else",
            "        option=${COMP_WORDS[COMP_CWORD - 1]}",
            "    fi",
            "    case $option in",
        ]
        lines += unique(valued).compactMap { option in
            guard case .required(let value) = option.value, let action = action(value.source) else {
                return nil
            }
            return "        --\(option.name)) \(action); return ;;"
        }
        lines += [
            "    esac", "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        word=${COMP_WORDS[index]}",
        ]
        lines += ["        case $word in", "            \(skipped(valued))) ((index++)) ;;"]
        lines += [
            "            -*) ;;", "            *) if [[ $verb ]]; then ((count++)); else verb=$word; fi ;;",
            "        esac",
        ]
        lines += ["    done", "    case $verb:$cur in"]
        let common = CommonOptions.all.map { "--" + $0.name }
        lines.append("        :-*) \(words(common)) ;;")
        lines.append("        :*) \(words(visible.map(\.name))) ;;")
        for verb in visible {
            lines.append("        \(verb.name):-*) \(words(verb.options.map { "--" + $0.name } + common)) ;;")
            lines += verb.arguments.enumerated().compactMap { index, argument in
                guard let action = action(argument.value.source) else { return nil }
                let guarded = argument.repeats ? action : "if ((count == \(index))); then \(action); fi"
                return "        \(verb.name):*) \(guarded) ;;"
            }
        }
        lines += ["    esac", "}", "", "complete -F _windsock windsock"]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func action(_ source: ValueSyntax.Source) -> String? {
        switch source {
        case .text: nil
        case .files: "_windsock_files -f"
        case .directories: "_windsock_files -d"
        case .places: "_windsock_offer < <(windsock __complete places \"$cur\" 2>/dev/null)"
        case .words(let words): self.words(words)
        }
    }

    private static func words(_ words: [String]) -> String {
        "_windsock_offer < <(printf '%s\\n' \(words.joined(separator: " ")))"
    }

    /// Options whose value is the next word, so that it is not taken for the verb.
    private static func skipped(_ options: [OptionSyntax]) -> String {
        unique(options).compactMap { option in
            if case .required = option.value { return "--" + option.name }
            return nil
        }.joined(separator: " | ")
    }

    private static func unique(_ options: [OptionSyntax]) -> [OptionSyntax] {
        var seen: Set<String> = []
        return options.filter { seen.insert($0.name).inserted }
    }
}
