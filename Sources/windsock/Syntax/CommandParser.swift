import Core

/// Turns a command line into a request, by the table of verbs.
///
/// The rules are GNU's without abbreviation: options stand anywhere, `--name=value` is `--name value`, the
/// value of an option may begin with `-`, and behind `--` everything is an argument. `--help` and `--version`
/// win over whatever is wrong beside them.
package struct CommandParser {
    private let verbs: [Verb]
    private let common: [OptionSyntax]

    package init(verbs: [Verb], common: [OptionSyntax]) {
        self.verbs = verbs
        self.common = common
    }

    /// - Parameter words: the command line without the program's name.
    package func parse(_ words: [String]) throws(UsageFault) -> Request {
        var rest = words[...]
        var verb: Verb?
        var arguments: [String] = []
        var options: [String: String] = [:]
        while let word = rest.popFirst() {
            if word == "--" {
                arguments += rest
                rest = []
            } else if word == "--help" || word == "-h" {
                return .help(verb)
            } else if word == "--version", verb == nil {
                return .version
            } else if word.hasPrefix("-"), word != "-" {
                do throws(UsageFault) {
                    let (name, value) = try option(word, of: verb, &rest)
                    options[name] = value
                } catch {
                    if CommandParser.asksForHelp(rest) { return .help(verb) }
                    throw error
                }
            } else if verb == nil {
                if word == "help" { return .help(try rest.first.map(find)) }
                verb = try find(word)
            } else {
                arguments.append(word)
            }
        }
        // `windsock -- status` names its verb behind the mark.
        if verb == nil, !arguments.isEmpty { verb = try find(arguments.removeFirst()) }
        guard let verb else { throw .noVerb }
        try check(arguments, options, verb)
        return .run(Invocation(verb: verb, arguments: arguments, options: options))
    }

    private func find(_ word: String) throws(UsageFault) -> Verb {
        if let verb = verbs.first(where: { $0.name == word }) { return verb }
        throw .unknownVerb(word, nearest: word.nearest(of: verbs.map(\.name).filter { !$0.hasPrefix("_") }))
    }

    private func option(
        _ word: String, of verb: Verb?, _ rest: inout ArraySlice<String>
    ) throws(UsageFault) -> (name: String, value: String) {
        let known = (verb?.options ?? []) + common
        let (written, inline) = CommandParser.split(word)
        guard word.hasPrefix("--"), let option = known.first(where: { $0.name == written }) else {
            throw .unknownOption(
                word.hasPrefix("--") ? "--" + written : word, verb: verb?.name,
                nearest: written.nearest(of: known.map(\.name)).map { "--" + $0 })
        }
        switch option.value {
        case .none:
            guard inline == nil else { throw .valueUnexpected(option: option.name) }
            return (option.name, "")
        case .optional(let syntax):
            guard let inline else { return (option.name, "") }
            return (option.name, try CommandParser.checked(inline, syntax, "--" + option.name))
        case .required(let syntax):
            guard let value = inline ?? rest.popFirst() else {
                throw .valueMissing(option: option.name, value: syntax.synopsis)
            }
            return (option.name, try CommandParser.checked(value, syntax, "--" + option.name))
        }
    }

    private static func asksForHelp(_ rest: ArraySlice<String>) -> Bool {
        rest.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    /// `--name=value` in two.
    private static func split(_ word: String) -> (name: String, value: String?) {
        let body = word.drop { $0 == "-" }
        guard let parts = body.cut(at: "=") else { return (String(body), nil) }
        return (parts.before, parts.after)
    }

    private static func checked(
        _ value: String, _ syntax: ValueSyntax, _ subject: String
    ) throws(UsageFault) -> String {
        guard let words = syntax.words, !words.contains(value) else { return value }
        throw .notOneOf(subject: subject, value: value, allowed: words, nearest: value.nearest(of: words))
    }

    private func check(
        _ arguments: [String], _ options: [String: String], _ verb: Verb
    ) throws(UsageFault) {
        for group in verb.exclusive {
            let given = group.filter { options[$0] != nil }
            if given.count > 1 { throw .exclusive(given[0], given[1]) }
        }
        var rest = arguments[...]
        for argument in verb.arguments {
            if rest.isEmpty, argument.isRequired {
                throw .argumentMissing(argument.value.synopsis, verb: verb.name)
            }
            let taken = argument.repeats ? rest.count : min(1, rest.count)
            for value in rest.prefix(taken) {
                _ = try CommandParser.checked(value, argument.value, argument.value.name)
            }
            rest = rest.dropFirst(taken)
        }
        if let extra = rest.first { throw .tooManyArguments(extra, verb: verb.name) }
    }
}
