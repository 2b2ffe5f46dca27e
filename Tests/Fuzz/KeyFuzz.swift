import Core
import OpenWeatherMap
import Testing
import windsock

@Suite struct KeyFuzz {
    private static let samples = [
        "0123456789abcdef0123456789abcdef\n", "  k \r\n", "", String(repeating: "k", count: 128),
        String(repeating: "k", count: 129), "a b", "\u{C}key\u{B}", "%41%2F", "a",
    ].samples
    private static let words = [" ", "\t", "\n", "\u{B}", "é", "%", "\u{0}", "~", "!", "key"].samples

    @Test func `the command and the daemon take the same texts for keys, and for the same keys`() {
        fuzz("keys", 20_000) { draw in
            let bytes = draw.damaged(KeyFuzz.samples, words: KeyFuzz.words)
            let typed = try? KeyFile.key(in: bytes)
            let read = String(validating: bytes, as: UTF8.self).flatMap { try? APIKey($0) }
            try claim((typed == nil) == (read == nil), "typed \(typed ?? "nil"), read \(read != nil)")
            guard let typed else { return }
            try claim(try APIKey(typed) == read, "they differ")
            try claim(
                typed.count > 8 && "\(String(describing: read))".contains(typed), is: false, "it shows itself"
            )
        }
    }

    @Test func `no text holds a key once it is redacted, raw or percent-encoded`() {
        fuzz("redaction", 10_000) { draw in
            let secrets = (0...draw.below(2)).map { _ in
                String((0...draw.number(0...6)).map { _ in draw.one(of: Array("ab1%/")) })
            }
            let redactor = Redactor(secrets.compactMap { try? APIKey($0) })
            var text = ""
            for _ in 0..<draw.below(6) {
                let secret = draw.one(of: secrets)
                switch draw.below(4) {
                case 0: text += secret
                case 1:
                    text += secret.utf8.map { "%" + String(UInt16($0) | 0x100, radix: 16).dropFirst() }
                        .joined()
                case 2: text += secret.dropLast()
                default: text += draw.one(of: ["a", "b", "%", "1", "%6", "é", "&appid="])
                }
            }
            draw.note(secrets.joined(separator: " "))
            draw.note(text)
            let clean = redactor.redact(text)
            for secret in secrets {
                try claim(clean.contains(secret), is: false, clean)
                try claim(KeyFuzz.decoded(clean).contains(secret) && !secret.contains("%"), is: false, clean)
            }
            try claim(redactor.redact(clean), is: clean, "a second time")
        }
    }

    /// Every `%XX` made the character it stands for.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
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
