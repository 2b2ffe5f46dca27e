/// A value that changes in steps: a string of characters, each of which lasts one step; the last one lasts
/// for ever.
package struct Timeline<Value: Sendable>: Sendable {
    private let changes: [(from: Duration, value: Value)]

    /// Changes at the given times; before the first one the first value holds.
    package init(_ changes: [(from: Duration, value: Value)]) {
        precondition(!changes.isEmpty, "a time-line needs a value")
        self.changes = changes.sorted { $0.from < $1.from }
    }

    package init(always value: Value) {
        self.init([(.zero, value)])
    }

    package func value(after elapsed: Duration) -> Value {
        guard changes.count > 1 else { return changes[0].value }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].from <= elapsed { low = middle + 1 } else { high = middle }
        }
        return changes[max(0, low - 1)].value
    }

    /// The times at which the value changes.
    package var times: [Duration] { changes.map(\.from) }
}

extension Timeline where Value: RawRepresentable & Equatable, Value.RawValue == Character {
    /// `▔▔▁▁▔` at one character for each `step`.
    package init(_ drawing: String, step: Duration) {
        var changes: [(from: Duration, value: Value)] = []
        for (index, character) in drawing.enumerated() {
            guard let value = Value(rawValue: character) else {
                preconditionFailure("\(Value.self) does not know \(character)")
            }
            if changes.last?.value != value { changes.append((step * index, value)) }
        }
        self.init(changes)
    }
}
