package import Core

/// A value of the interface `org.windsock.Agent`: an object that writes itself and reads itself back.
///
/// Reading is lenient to members it does not know, so that an older command understands a newer daemon, and strict
/// about the types of those it knows. An absent member and one that is null are the same.
package protocol ControlValue: Equatable, Sendable {
    /// Writes the members, without the braces around them, in the order of the interface file.
    func writeMembers(to json: inout JSONWriter)

    /// Reads the members back.
    ///
    /// - Throws: `ShapeError` for the first member that is missing or of the wrong type.
    init(reading object: ObjectReader) throws(ShapeError)
}

extension ControlValue {
    /// Reads the value from a JSON object.
    ///
    /// - Throws: `ShapeError` when it is none, or as `init(reading:)` does.
    package init(_ value: JSONValue) throws(ShapeError) {
        try self.init(reading: ObjectReader(value))
    }

    /// The value as a JSON text.
    package var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in writeMembers(to: &json) }
        return json.bytes
    }
}

extension JSONWriter {
    /// A member that is a value of the interface, null when there is none.
    package mutating func member<Value: ControlValue>(_ name: String, _ value: Value?) {
        guard let value else { return member(name, JSONValue.null) }
        member(name, object: value.writeMembers)
    }

    /// A member that is an array of values of the interface.
    package mutating func member(_ name: String, _ values: [some ControlValue]) {
        member(name, array: { json in for value in values { json.object(value.writeMembers) } })
    }

    /// A member that is an array of strings.
    package mutating func member(_ name: String, _ strings: [String]) {
        member(name, array: { json in for string in strings { json.value(string) } })
    }

    /// A time, as two members: `name` in RFC 3339 for people, `name_epoch` in whole seconds since 1970 for programs.
    package mutating func time(_ name: String, _ time: UnixTime?) {
        member(name, time?.rfc3339)
        member(name + "_epoch", time?.seconds)
    }
}
