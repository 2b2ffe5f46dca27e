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
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        switch name {
        case "content-type": contentType = contentType ?? HeaderFields.value(line[(colon + 1)...])
        case "date": date = date ?? HeaderFields.value(line[(colon + 1)...])
        case "retry-after": retryAfter = retryAfter ?? HeaderFields.value(line[(colon + 1)...])
        default: break
        }
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = bytes.drop(while: isBlank).prefix(lengthLimit)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(decoding: trimmed, as: UTF8.self)
    }
}
