extension JSONValue {
    /// The deepest nesting that is accepted; OpenWeatherMap needs 5.
    package static let depthLimit = 32

    /// Parses one JSON text, strictly as RFC 8259: UTF-8 without a byte-order mark, nothing behind the value,
    /// no NaN, no number beyond the range of a double, no lone surrogate.
    ///
    /// - Throws: `JSONError` with the reason and the offset of the first fault.
    package init(parsing text: [UInt8]) throws(JSONError) {
        var result: Result<JSONValue, JSONError> = .success(.null)
        text.withUnsafeBufferPointer { bytes in
            var parser = JSONParser(bytes: bytes)
            do throws(JSONError) {
                result = .success(try parser.document())
            } catch {
                result = .failure(error)
            }
        }
        self = try result.get()
    }

    package init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }
}

/// A recursive-descent parser over the bytes of one text.
///
/// `docs/decisions/0001-own-json.md` says why it is ours.
private struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault(.trailingBytes) }
        return value
    }

    private func fault(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, offset: position)
    }

    private var current: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = current else { throw fault(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault(.unexpectedByte)
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard let byte = current else { throw fault(.unexpectedEnd) }
            guard byte == word.utf8Start[index] else { throw fault(.unexpectedByte) }
            position += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw fault(.tooDeep) }
        position += 1
        var members: [JSONMember] = []
        members.reserveCapacity(8)
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipSpace()
            guard let byte = current else { throw fault(.unexpectedEnd) }
            guard byte == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
            let name = try string()
            skipSpace()
            guard let colon = current else { throw fault(.unexpectedEnd) }
            guard colon == UInt8(ascii: ":") else { throw fault(.unexpectedByte) }
            position += 1
            members.append(JSONMember(name, try value(depth: depth)))
            if try endOfList(UInt8(ascii: "}")) { return .object(members) }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw fault(.tooDeep) }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            elements.append(try value(depth: depth))
            if try endOfList(UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    /// After an element: true at the closing byte, false after a comma.
    private mutating func endOfList(_ closing: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard let byte = current else { throw fault(.unexpectedEnd) }
        guard byte == closing || byte == UInt8(ascii: ",") else { throw fault(.unexpectedByte) }
        position += 1
        return byte == closing
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var decimal = JSONDecimal()
        if current == UInt8(ascii: "-") {
            decimal.isNegative = true
            position += 1
        }
        let firstDigit = position
        try digits { decimal.append($0) }
        if bytes[firstDigit] == UInt8(ascii: "0"), position - firstDigit > 1 {
            position = firstDigit + 1
            throw fault(.invalidNumber)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits { decimal.appendFraction($0) }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            // Written out exponents are rare enough to be left to the standard library.
            decimal.isExact = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits { _ in }
        }
        if let value = decimal.value { return value }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            position = start
            throw fault(.numberOutOfRange)
        }
        return .number(number)
    }

    /// One digit or more, each handed to `take`.
    @inline(__always)
    private mutating func digits(_ take: (UInt64) -> Void) throws(JSONError) {
        let start = position
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            take(UInt64(digit))
            position += 1
        }
        guard position > start else {
            throw fault(position == bytes.count ? .unexpectedEnd : .invalidNumber)
        }
    }

    /// At an opening quote; the common case, no escape, is one copy, validated where it is not ASCII.
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var union: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(from: start, isASCII: union < 0x80)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw fault(.controlCharacter)
            default:
                union |= byte
                position += 1
            }
        }
        throw fault(.unexpectedEnd)
    }

    private func text(from start: Int, isASCII: Bool) throws(JSONError) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if isASCII { return String(decoding: slice, as: UTF8.self) }
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw JSONError(reason: .invalidUTF8, offset: start)
        }
        return text
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<position])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONError(reason: .invalidUTF8, offset: start)
                }
                position += 1
                return string
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw fault(.controlCharacter)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw fault(.unexpectedEnd)
    }

    /// Behind a backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = current else { throw fault(.unexpectedEnd) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            position -= 1
            throw fault(.invalidEscape)
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let high = try hexadecimal()
        guard (0xD800...0xDBFF).contains(high) else {
            guard let scalar = Unicode.Scalar(high) else { throw fault(.invalidEscape) }
            return scalar
        }
        guard current == UInt8(ascii: "\\") else { throw fault(.invalidEscape) }
        position += 1
        guard current == UInt8(ascii: "u") else { throw fault(.invalidEscape) }
        position += 1
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw fault(.invalidEscape) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw fault(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault(.invalidEscape)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
