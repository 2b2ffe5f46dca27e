/// A positional argument of a verb.
package struct ArgumentSyntax: Sendable {
    package enum Count: Sendable {
        case one
        case optional
        case oneOrMore
        case any
    }

    package let value: ValueSyntax
    package let count: Count

    package init(_ value: ValueSyntax, _ count: Count = .one) {
        self.value = value
        self.count = count
    }

    package var isRequired: Bool { count == .one || count == .oneOrMore }
    package var repeats: Bool { count == .oneOrMore || count == .any }

    /// The argument as help and man pages write it.
    package var synopsis: String {
        switch count {
        case .one: value.synopsis
        case .optional: "[\(value.synopsis)]"
        case .oneOrMore: "\(value.synopsis)…"
        case .any: "[\(value.synopsis)…]"
        }
    }
}
