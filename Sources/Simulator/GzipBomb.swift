/// 64 MiB of blanks as 64 KiB of gzip (RFC 1951, RFC 1952).
///
/// One block with codes of its own: the longest match (258 bytes, one byte back) takes two bits.
enum GzipBomb {
    static let inflatedSize = 64 << 20

    /// Made at the first use; the checksum takes a moment.
    static let bytes: [UInt8] = {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var body = header + deflated()
        for value in [checksum(), UInt32(inflatedSize)] {
            for shift in [0, 8, 16, 24] as [UInt32] { body.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return body
    }()

    private static func deflated() -> [UInt8] {
        var bits = BitWriter()
        bits.write(1, count: 1)  // the last block
        bits.write(2, count: 2)  // with codes of its own
        bits.write(29, count: 5)  // 286 literal and length codes
        bits.write(0, count: 5)  // 1 distance code
        // 18 lengths follow, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1.
        bits.write(14, count: 4)
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] as [UInt32] {
            bits.write(length, count: 3)
        }
        // The three codes of that alphabet, first bit first: 18 (a run of zeros) is 0, 1 is 10, 2 is 11.
        func zeros(_ count: UInt32) {
            bits.write(0, count: 1)
            bits.write(count - 11, count: 7)
        }
        func one() { bits.write(0b01, count: 2) }
        func two() { bits.write(0b11, count: 2) }
        zeros(32)
        two()  // the blank: 10
        zeros(138)
        zeros(85)
        two()  // the end: 11
        zeros(28)
        one()  // a match of 258: 0
        one()  // the distance 1: 0

        let matches = (inflatedSize - 1) / 258
        for _ in 0..<(inflatedSize - matches * 258) { bits.write(0b01, count: 2) }
        for _ in 0..<matches { bits.write(0b00, count: 2) }
        bits.write(0b11, count: 2)
        return bits.finish()
    }

    /// CRC-32 of the blanks.
    private static func checksum() -> UInt32 {
        let table = (0..<256 as Range<UInt32>).map { index in
            (0..<8).reduce(index) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        var value: UInt32 = .max
        for _ in 0..<inflatedSize { value = table[Int((value ^ 0x20) & 0xFF)] ^ (value >> 8) }
        return ~value
    }
}
