/// The secret that requests are paid with.
///
/// It never shows itself: descriptions, `dump` and string interpolation yield `APIKey(…)`. Only
/// `Request.url(at:key:)` spells it out, and a `Redactor` takes it out of any text again.
package struct APIKey: Equatable, Sendable {
    /// OpenWeatherMap's keys have 32 characters; a proxy's may be longer.
    package static let lengthLimit = 128

    let secret: String

    /// The key in a text from a file, a terminal or the environment; white space around it is not part of it.
    ///
    /// - Throws: `SettingFault.keyEmpty`, `.keyTooLong` or `.keyUnprintable`.
    package init(_ text: String) throws(SettingFault) {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        guard !bytes.isEmpty else { throw .keyEmpty }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .keyUnprintable }
        guard bytes.count <= APIKey.lengthLimit else { throw .keyTooLong(bytes.count) }
        secret = String(decoding: bytes, as: UTF8.self)
    }

    /// A digest (FNV-1a, 64 bits) that tells two keys apart, so that a new one is noticed across a restart.
    ///
    /// It is not a cryptographic hash and is not printed.
    package var fingerprint: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in secret.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "APIKey(…)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
