/// The fields of an answer's header that matter here, as they were sent; of several with one name the first.
package struct HeaderFields: Equatable, Sendable {
    /// Bytes that are kept of a value.
    package static let lengthLimit = 256

    package private(set) var contentType: String?
    package private(set) var date: String?
    package private(set) var retryAfter: String?

    package init() {}

    /// Takes one line.
    ///
    /// A status line begins anew: the header of a 1xx answer came before.
    package mutating func take(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "HTTP/".utf8) {
            self = HeaderFields()
            return
        }
        guard let colon = line.prefix(32).firstIndex(of: UInt8(ascii: ":")) else { return }
        let (name, rest) = (line[..<colon], line[(colon + 1)...])
        if HeaderFields.isName("date", name) {
            date = date ?? HeaderFields.value(rest)
        } else if HeaderFields.isName("content-type", name) {
            contentType = contentType ?? HeaderFields.value(rest)
        } else if HeaderFields.isName("retry-after", name) {
            retryAfter = retryAfter ?? HeaderFields.value(rest)
        }
    }

    /// Names are compared without regard to case (RFC 9110 §5.1); `lowercase` is made of letters and hyphens.
    private static func isName(_ lowercase: StaticString, _ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        let expected = UnsafeRawBufferPointer(start: lowercase.utf8Start, count: bytes.count)
        return bytes.elementsEqual(expected) { byte, letter in
            byte == letter || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter
        }
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = bytes.drop(while: isBlank).prefix(lengthLimit)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(decoding: trimmed, as: UTF8.self)
    }
}
