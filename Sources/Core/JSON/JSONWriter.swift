/// Writes one JSON text front to back, without building a value first.
///
/// Commas are placed by the writer. Strings are escaped so that the text is plain on any terminal: C0, DEL
/// and C1 controls, bidi controls and line separators become `\u` escapes. A number that is not finite is
/// written as `null`.
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("place", "Oslo")
///         json.member("temperature_c", -3.0)
///     }
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {
        bytes.reserveCapacity(512)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    /// Writes an object; `body` writes its members.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    /// Writes an array; `body` writes its elements.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    package mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    package mutating func value(_ value: Bool?) {
        guard let value else { return null() }
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    package mutating func value(_ value: Int64?) {
        guard let value else { return null() }
        separate()
        bytes.append(contentsOf: String(value).utf8)
    }

    package mutating func value(_ value: Int?) {
        self.value(value.map { Int64($0) })
    }

    package mutating func value(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        separate()
        if let whole = Int64(exactly: value), value.magnitude < 1e15 {
            bytes.append(contentsOf: String(whole).utf8)
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    package mutating func value(_ value: String?) {
        guard let value else { return null() }
        separate()
        quote(value)
    }

    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): self.value(value)
        case .integer(let value): self.value(value)
        case .number(let value): self.value(value)
        case .string(let value): self.value(value)
        case .array(let elements):
            array { json in for element in elements { json.value(element) } }
        case .object(let members):
            object { json in for member in members { json.member(member.name, member.value) } }
        }
    }

    /// The name of a member whose value is written by the next call.
    package mutating func name(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func member(_ name: String, _ value: Bool?) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Int64?) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Int?) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: Double?) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: String, _ value: JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// A member that is an object; `body` writes its members.
    package mutating func member(_ name: String, object body: (inout JSONWriter) -> Void) {
        self.name(name)
        object(body)
    }

    /// A member that is an array; `body` writes its elements.
    package mutating func member(_ name: String, array body: (inout JSONWriter) -> Void) {
        self.name(name)
        array(body)
    }

    private mutating func quote(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": bytes.append(contentsOf: "\\\"".utf8)
            case "\\": bytes.append(contentsOf: "\\\\".utf8)
            case "\n": bytes.append(contentsOf: "\\n".utf8)
            case "\r": bytes.append(contentsOf: "\\r".utf8)
            case "\t": bytes.append(contentsOf: "\\t".utf8)
            case _ where scalar.isControlOrBidirectional: escape(scalar)
            default: bytes.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar)! {
            let digits = String(unit, radix: 16)
            bytes.append(contentsOf: "\\u".utf8)
            bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
            bytes.append(contentsOf: digits.utf8)
        }
    }
}
