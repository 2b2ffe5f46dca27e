/// Replaces keys in texts by `…`: the last stage of whatever leaves the program or is stored.
///
/// It looks for the key's value, not for a pattern, raw and percent-encoded (any of its characters,
/// in either case of the hexadecimal digits).
package struct Redactor: Sendable {
    /// The longest first, so that a key that begins another leaves no rest of it.
    private let secrets: [[UInt8]]

    package init(_ keys: [APIKey]) {
        secrets = keys.map { Array($0.secret.utf8) }.sorted { $0.count > $1.count }
    }

    /// The text without the keys; the text itself when it holds none.
    package func redact(_ text: String) -> String {
        guard !secrets.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var copied = 0
        var position = 0
        while position < bytes.count {
            guard let end = end(ofKeyAt: position, in: bytes) else {
                position += 1
                continue
            }
            kept += bytes[copied..<position]
            kept += "…".utf8
            position = end
            copied = end
        }
        guard copied > 0 else { return text }
        return String(decoding: kept + bytes[copied...], as: UTF8.self)
    }

    private func end(ofKeyAt position: Int, in bytes: [UInt8]) -> Int? {
        for secret in secrets {
            if bytes[position...].starts(with: secret) { return position + secret.count }
            if let end = Redactor.end(ofEncoded: secret, at: position, in: bytes) { return end }
        }
        return nil
    }

    /// Where the secret ends when it stands here with some of its characters percent-encoded.
    private static func end(ofEncoded secret: [UInt8], at start: Int, in bytes: [UInt8]) -> Int? {
        var position = start
        for byte in secret {
            if PercentEncoding.decodedByte(at: position, in: bytes) == byte {
                position += 3
            } else if position < bytes.count, bytes[position] == byte {
                position += 1
            } else {
                return nil
            }
        }
        return position
    }
}
