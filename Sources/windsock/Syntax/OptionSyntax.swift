/// An option: `--name`, `--name VALUE`, `--name=VALUE` or `--name[=VALUE]`.
package struct OptionSyntax: Sendable {
    package enum Value: Sendable {
        case none
        /// The next argument, whatever it begins with, or the text behind `=`.
        case required(ValueSyntax)
        /// Only the text behind `=`.
        case optional(ValueSyntax)
    }

    /// Without the two hyphens.
    package let name: String
    package let value: Value
    /// One line, lower-case, without a full stop.
    package let summary: String

    package init(_ name: String, _ value: Value, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    /// An option without a value.
    package init(_ name: String, _ summary: String) {
        self.init(name, .none, summary)
    }

    package var valueSyntax: ValueSyntax? {
        switch value {
        case .none: nil
        case .required(let syntax), .optional(let syntax): syntax
        }
    }

    /// The option as help and man pages write it.
    package var synopsis: String {
        switch value {
        case .none: "--\(name)"
        case .required(let syntax): "--\(name) \(syntax.synopsis)"
        case .optional(let syntax): "--\(name)[=\(syntax.synopsis)]"
        }
    }
}
