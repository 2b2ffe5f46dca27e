import Glibc

/// A certificate chain and its key, PEM, at addresses that do not move.
final class TLSCertificate: @unchecked Sendable {
    // Invariant of the unchecked conformance: the texts are written once, in the initialiser.
    let chain: UnsafePointer<CChar>
    let key: UnsafePointer<CChar>

    /// - Throws: `unreadable`.
    init(chainFile: String, keyFile: String) throws(SimulatorError) {
        let chainText = try SmallFile.read(chainFile)
        let keyText = try SmallFile.read(keyFile)
        chain = TLSCertificate.cString(chainText)
        key = TLSCertificate.cString(keyText)
    }

    deinit {
        chain.deallocate()
        key.deallocate()
    }

    private static func cString(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (offset, byte) in bytes.enumerated() { text[offset] = CChar(bitPattern: byte) }
        text[bytes.count] = 0
        return UnsafePointer(text)
    }
}
