/// Bits in deflate's order: each byte is filled from its lowest bit.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount: UInt32 = 0

    /// Appends the lowest `count` bits (at most 16), the lowest first.
    mutating func write(_ value: UInt32, count: UInt32) {
        pending |= value << pendingCount
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// The bytes, the last one filled up with zeros.
    consuming func finish() -> [UInt8] {
        if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        return bytes
    }
}
