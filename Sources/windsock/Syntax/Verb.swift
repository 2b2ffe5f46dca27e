import Control

/// One verb of the command: what it is called, what it takes, how it is explained and what it does.
///
/// Every verb is declared once, in its own file; `Verbs.all` lists them. The parser, `--help`, the
/// completions and the man page read nothing else.
package struct Verb: Sendable {
    package struct Example: Sendable {
        package let command: String
        package let meaning: String

        package init(_ command: String, _ meaning: String) {
            self.command = command
            self.meaning = meaning
        }
    }

    typealias Action = @Sendable (Invocation, inout Session) throws(CommandError) -> ExitCode

    package let name: String
    /// One line, lower-case, without a full stop.
    package let summary: String
    /// Paragraphs for help and man page.
    package let details: [String]
    package let arguments: [ArgumentSyntax]
    package let options: [OptionSyntax]
    /// Groups of options of which one at most may be given.
    package let exclusive: [[String]]
    package let examples: [Example]
    let action: Action

    init(
        _ name: String, _ summary: String, details: [String] = [], arguments: [ArgumentSyntax] = [],
        options: [OptionSyntax] = [], exclusive: [[String]] = [], examples: [Example],
        action: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.options = options
        self.exclusive = exclusive
        self.examples = examples
        self.action = action
    }

    /// The usage line without the program's name: `add NAME [--at LAT,LON | --zip ZIP,CC] [--pick N |
    /// --first]`.
    package var synopsis: String {
        var parts = [name] + arguments.map(\.synopsis)
        var written: Set<String> = []
        for option in options where !written.contains(option.name) {
            let group = exclusive.first { $0.contains(option.name) } ?? [option.name]
            let members = options.filter { group.contains($0.name) }
            written.formUnion(members.map(\.name))
            parts.append("[" + members.map(\.synopsis).joined(separator: " | ") + "]")
        }
        return parts.joined(separator: " ")
    }
}
