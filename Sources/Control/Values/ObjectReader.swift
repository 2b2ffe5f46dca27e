package import Core

/// Reads the members of a JSON object by name and type.
///
/// Each type has two readers: the plain one needs the member, the one called `optional…` takes its absence, or null,
/// for nil. All throw `ShapeError` for a member of another type.
package struct ObjectReader {
    private let object: JSONValue

    /// - Throws: `ShapeError` with an empty path when `value` is not an object.
    package init(_ value: JSONValue) throws(ShapeError) {
        guard case .object = value else { throw ShapeError(member: "", expected: "an object") }
        object = value
    }

    /// The names of the members, in their order.
    package var names: [String] {
        guard case .object(let members) = object else { return [] }
        return members.map(\.name)
    }

    // MARK: scalars

    package func string(_ name: String) throws(ShapeError) -> String {
        try required(name, "a string", optionalString(name))
    }

    /// A string; nil when the member is absent or null.
    package func optionalString(_ name: String) throws(ShapeError) -> String? {
        try optional(name, "a string") { $0.string }
    }

    package func bool(_ name: String) throws(ShapeError) -> Bool {
        try required(name, "true or false", optionalBool(name))
    }

    /// A boolean; nil when the member is absent or null.
    package func optionalBool(_ name: String) throws(ShapeError) -> Bool? {
        try optional(name, "true or false") { $0.bool }
    }

    package func integer(_ name: String) throws(ShapeError) -> Int {
        try required(name, "a whole number", optionalInteger(name))
    }

    /// A whole number; nil when the member is absent or null.
    package func optionalInteger(_ name: String) throws(ShapeError) -> Int? {
        try optional(name, "a whole number") { $0.integer.flatMap { Int(exactly: $0) } }
    }

    package func number(_ name: String) throws(ShapeError) -> Double {
        try required(name, "a number", optionalNumber(name))
    }

    /// A number; nil when the member is absent or null.
    package func optionalNumber(_ name: String) throws(ShapeError) -> Double? {
        try optional(name, "a number") { $0.number }
    }

    // MARK: Core's scalars

    /// A time, from its `_epoch` member; the RFC 3339 text beside it is for people.
    package func time(_ name: String) throws(ShapeError) -> UnixTime {
        try required(name + "_epoch", "a whole number", optionalTime(name))
    }

    /// A time, by its epoch member; nil when that is absent or null.
    package func optionalTime(_ name: String) throws(ShapeError) -> UnixTime? {
        try optional(name + "_epoch", "a whole number") { $0.integer.map { UnixTime(seconds: $0) } }
    }

    /// A duration in milliseconds, to the microsecond.
    package func optionalMilliseconds(_ name: String) throws(ShapeError) -> Duration? {
        try optional(name, "a number of milliseconds") { value in
            guard let number = value.number, number.magnitude < 1e12 else { return nil }
            return .microseconds(Int64((number * 1000).rounded()))
        }
    }

    /// One of the words of an enumeration.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(ShapeError) -> Choice {
        try required(name, ObjectReader.words(type), optionalChoice(name))
    }

    /// One of a set of words; nil when the member is absent or null.
    package func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(ShapeError) -> Choice? {
        try optional(name, ObjectReader.words(type)) { $0.string.flatMap { Choice(rawValue: $0) } }
    }

    private static func words<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type
    ) -> String {
        "one of " + type.allCases.map(\.rawValue).joined(separator: ", ")
    }

    // MARK: objects and arrays

    package func object<Value: ControlValue>(_ name: String) throws(ShapeError) -> Value {
        try required(name, "an object", optionalObject(name))
    }

    /// A value of the interface; nil when the member is absent or null.
    package func optionalObject<Value: ControlValue>(_ name: String) throws(ShapeError) -> Value? {
        guard let value = present(name) else { return nil }
        return try ObjectReader.read(value, at: name)
    }

    /// The members of an object as they are; none when it is absent.
    func optionalMembers(_ name: String) throws(ShapeError) -> ObjectReader {
        do throws(ShapeError) {
            return try ObjectReader(present(name) ?? .object([]))
        } catch {
            throw error.inside(name)
        }
    }

    package func list<Value: ControlValue>(_ name: String) throws(ShapeError) -> [Value] {
        let elements = try elements(name)
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            values.append(try ObjectReader.read(element, at: "\(name)[\(index)]"))
        }
        return values
    }

    package func strings(_ name: String) throws(ShapeError) -> [String] {
        var strings: [String] = []
        for (index, element) in try elements(name).enumerated() {
            guard let string = element.string else {
                throw ShapeError(member: "\(name)[\(index)]", expected: "a string")
            }
            strings.append(string)
        }
        return strings
    }

    /// Strings; nil when the member is absent or null.
    package func optionalStrings(_ name: String) throws(ShapeError) -> [String]? {
        present(name) == nil ? nil : try strings(name)
    }

    package func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type = Choice.self
    ) throws(ShapeError) -> [Choice] {
        var choices: [Choice] = []
        for (index, word) in try strings(name).enumerated() {
            guard let choice = Choice(rawValue: word) else {
                throw ShapeError(member: "\(name)[\(index)]", expected: ObjectReader.words(type))
            }
            choices.append(choice)
        }
        return choices
    }

    // MARK: the common part

    private func present(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    private func optional<Result>(
        _ name: String, _ expected: String, _ convert: (JSONValue) -> Result?
    ) throws(ShapeError) -> Result? {
        guard let value = present(name) else { return nil }
        guard let result = convert(value) else { throw ShapeError(member: name, expected: expected) }
        return result
    }

    private func required<Result>(
        _ name: String, _ expected: String, _ value: Result?
    ) throws(ShapeError) -> Result {
        guard let value else { throw ShapeError(member: name, expected: expected) }
        return value
    }

    private func elements(_ name: String) throws(ShapeError) -> [JSONValue] {
        guard let elements = present(name)?.array else {
            throw ShapeError(member: name, expected: "an array")
        }
        return elements
    }

    private static func read<Value: ControlValue>(
        _ value: JSONValue, at path: String
    ) throws(ShapeError) -> Value {
        do throws(ShapeError) {
            return try Value(value)
        } catch {
            throw error.inside(path)
        }
    }
}
