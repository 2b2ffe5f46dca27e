/// What stands for a value on the command line, and where a shell finds what could be put there.
package struct ValueSyntax: Sendable {
    /// Where completions come from.
    package enum Source: Equatable, Sendable {
        /// Free text; a shell offers nothing.
        case text
        case files
        case directories
        /// The names on the watch list, asked of `windsock __complete places`.
        case places
        /// One of these words; anything else is refused by the parser.
        case words([String])
    }

    /// The word in capitals that help and man pages show.
    package let name: String
    package let source: Source

    package init(_ name: String, _ source: Source = .text) {
        self.name = name
        self.source = source
    }

    /// The values accepted; nil when any text is.
    package var words: [String]? {
        if case .words(let words) = source { return words }
        return nil
    }

    /// `metric|imperial|standard` for a choice, the name otherwise.
    package var synopsis: String { words?.joined(separator: "|") ?? name }
}
