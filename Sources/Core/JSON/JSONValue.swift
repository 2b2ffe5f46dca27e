/// A JSON text as a value (RFC 8259).
///
/// Members keep their order; of members with the same name the first counts. Numbers written without a
/// fraction or an exponent that fit 64 bits are `integer`, all others `number`, which is always finite.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The member of an object; nil for an absent one and for anything but an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name == name { return member.value }
        return nil
    }

    package var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    package var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { return value }
        return nil
    }

    /// A whole number, also when it was written `5.0`; nil otherwise.
    package var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    package var isNull: Bool { self == .null }
}

/// One member of a JSON object.
package struct JSONMember: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// Why a text is not JSON, and at which byte.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: String, Sendable {
        case unexpectedEnd = "it ends too early"
        case unexpectedByte = "an unexpected character"
        case trailingBytes = "something follows the value"
        case invalidNumber = "a malformed number"
        case numberOutOfRange = "a number too large to represent"
        case invalidEscape = "a malformed escape"
        case invalidUTF8 = "not UTF-8"
        case controlCharacter = "a raw control character in a string"
        case tooDeep = "nested too deeply"
    }

    package var reason: Reason
    /// Offset of the offending byte from the start of the text.
    package var offset: Int

    package init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
