import Core

/// An interface file, parsed (https://varlink.org/Interface-Definition), to hold what goes over the wire to it.
struct InterfaceText {
    indirect enum Shape: Equatable {
        case bool, int, float, string
        case named(String)
        case choice([String])
        case structure([Member])
        case array(Shape)
        case nullable(Shape)
    }

    struct Member: Equatable {
        let name: String
        let shape: Shape
    }

    struct Fault: Error {
        let rest: Substring
    }

    private(set) var name = ""
    private(set) var types: [String: Shape] = [:]
    private(set) var methods: [String: (parameters: [Member], reply: Shape)] = [:]
    private(set) var errors: [String: Shape] = [:]

    init(parsing text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("#") }.joined(separator: " ")
        var rest = code[...]
        try InterfaceText.expect("interface", &rest)
        name = InterfaceText.word(&rest)
        while InterfaceText.peek(&rest) != nil {
            let kind = InterfaceText.word(&rest)
            let name = InterfaceText.word(&rest)
            // One name space for all three: some parsers keep them in one table.
            guard types[name] == nil, methods[name] == nil, errors[name] == nil else {
                throw Fault(rest: rest)
            }
            let shape = try InterfaceText.shape(&rest)
            switch kind {
            case "type": types[name] = shape
            case "error": errors[name] = shape
            case "method":
                guard case .structure(let parameters) = shape else { throw Fault(rest: rest) }
                try InterfaceText.expect("->", &rest)
                methods[name] = (parameters, try InterfaceText.shape(&rest))
            default: throw Fault(rest: rest)
            }
        }
    }

    // MARK: parsing

    private static func peek(_ rest: inout Substring) -> Character? {
        rest = rest.drop { $0 == " " }
        return rest.first
    }

    private static func word(_ rest: inout Substring) -> String {
        _ = peek(&rest)
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        rest.removeFirst(word.count)
        return String(word)
    }

    private static func take(_ text: String, _ rest: inout Substring) -> Bool {
        _ = peek(&rest)
        guard rest.hasPrefix(text) else { return false }
        rest.removeFirst(text.count)
        return true
    }

    private static func expect(_ text: String, _ rest: inout Substring) throws {
        guard take(text, &rest) else { throw Fault(rest: rest) }
    }

    private static func shape(_ rest: inout Substring) throws -> Shape {
        if take("?", &rest) { return .nullable(try shape(&rest)) }
        if take("[]", &rest) { return .array(try shape(&rest)) }
        if take("(", &rest) { return try parenthesised(&rest) }
        switch word(&rest) {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "": throw Fault(rest: rest)
        case let name: return .named(name)
        }
    }

    private static func parenthesised(_ rest: inout Substring) throws -> Shape {
        var members: [Member] = []
        var words: [String] = []
        while !take(")", &rest) {
            let name = word(&rest)
            if take(":", &rest) {
                members.append(Member(name: name, shape: try shape(&rest)))
            } else {
                words.append(name)
            }
            guard take(",", &rest) || peek(&rest) == ")" else { throw Fault(rest: rest) }
        }
        guard members.isEmpty || words.isEmpty else { throw Fault(rest: rest) }
        return words.isEmpty ? .structure(members) : .choice(words)
    }

    // MARK: checking

    /// Where and how `value` differs from `shape`: every member must be there, in order, null only where it may be.
    func differences(_ value: JSONValue, _ shape: Shape, at path: String) -> [String] {
        switch (shape, value) {
        case (.nullable, .null), (.bool, .bool), (.int, .integer), (.float, .number), (.float, .integer),
            (.string, .string):
            return []
        case (.nullable(let inner), _): return differences(value, inner, at: path)
        case (.named(let name), _):
            guard let shape = types[name] else { return ["\(path): there is no type \(name)"] }
            return differences(value, shape, at: path)
        case (.choice(let words), .string(let word)):
            return words.contains(word) ? [] : ["\(path): \(word) is none of \(words)"]
        case (.array(let inner), .array(let elements)):
            return elements.enumerated().flatMap { differences($1, inner, at: "\(path)[\($0)]") }
        case (.structure(let members), .object(let values)):
            guard members.map(\.name) == values.map(\.name) else {
                return ["\(path): has \(values.map(\.name)), should have \(members.map(\.name))"]
            }
            return zip(members, values).flatMap { member, value in
                differences(value.value, member.shape, at: "\(path).\(member.name)")
            }
        default: return ["\(path): \(value) is not \(shape)"]
        }
    }
}
