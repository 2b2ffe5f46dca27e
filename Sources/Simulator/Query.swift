/// The part behind the question mark of a request's target (application/x-www-form-urlencoded).
struct Query: Equatable, Sendable {
    /// As it was sent, less the key.
    let redacted: String
    private let items: [(name: String, value: String)]

    init(_ text: Substring) {
        let pairs = text.split(separator: "&")
        redacted = pairs.filter { !$0.lowercased().hasPrefix("appid=") }.joined(separator: "&")
        items = pairs.map { pair in
            let name = pair.prefix { $0 != "=" }
            return (Query.decoded(name), Query.decoded(pair.dropFirst(name.count + 1)))
        }
    }

    static func == (left: Query, right: Query) -> Bool {
        left.items.elementsEqual(right.items, by: ==)
    }

    /// The first value of a parameter; nil when it was not sent.
    subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Percent escapes and `+` resolved; a broken escape stays as it is, broken UTF-8 becomes U+FFFD.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
