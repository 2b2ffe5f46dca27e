import Core

/// Writes the text format of Prometheus: families of samples, each under its HELP and TYPE.
///
/// The format is described at https://prometheus.io/docs/instrumenting/exposition_formats.
struct MetricsWriter {
    enum Kind: String {
        case gauge
        case counter
    }

    private(set) var text = ""
    private var name = ""

    /// Begins a family; its samples follow.
    ///
    /// `help` is one sentence without a line end or a backslash.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// A sample of the family; nothing for a value that is not known.
    ///
    /// Nothing is written for what is not finite: such a value would be a fault of ours.
    mutating func sample(_ value: Double?, _ labels: (name: String, value: String)...) {
        guard let value, value.isFinite else { return }
        sample(Int64(exactly: value).map(String.init) ?? value.description, labels)
    }

    /// A whole number.
    mutating func sample(_ value: Int, _ labels: (name: String, value: String)...) {
        sample(String(value), labels)
    }

    /// A point in time, in seconds since 1970.
    mutating func sample(_ time: UnixTime?, _ labels: (name: String, value: String)...) {
        guard let time else { return }
        sample(String(time.seconds), labels)
    }

    /// One sample for each state there is: 1 for the one in force, 0 for the others.
    mutating func states<State: RawRepresentable & CaseIterable & Equatable>(
        _ label: String, _ inForce: State
    ) where State.RawValue == String {
        for state in State.allCases { sample(state == inForce ? 1 : 0, (label, state.rawValue)) }
    }

    private mutating func sample(_ value: String, _ labels: [(name: String, value: String)]) {
        text += name
        var separator = "{"
        for label in labels {
            text += separator + label.name + "=\"" + MetricsWriter.escaped(label.value) + "\""
            separator = ","
        }
        text += (labels.isEmpty ? " " : "} ") + value + "\n"
    }

    /// The three characters that the format cannot hold as they are.
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x22 || $0 == 0x0A }) else { return value }
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
