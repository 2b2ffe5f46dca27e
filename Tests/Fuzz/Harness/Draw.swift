import Core

/// One case's source of chance, and what it has drawn.
///
/// Everything follows from the seed.
struct Draw {
    private var random: SplitMix64
    /// The inputs of the case, for the message about it.
    private var inputs: [[UInt8]] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    // MARK: numbers

    /// A number from 0 to `count` - 1.
    mutating func below(_ count: Int) -> Int {
        Int(random.next().multipliedFullWidth(by: UInt64(max(count, 1))).high)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

    mutating func bits() -> UInt64 { random.next() }

    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    /// A whole number of any size, often one beside which arithmetic goes wrong.
    mutating func integer() -> Int64 {
        switch below(5) {
        case 0: Int64(bitPattern: random.next())
        case 1: Int64(number(-20...20))
        case 2: one(of: [.min, .min + 1, -1, 0, 1, .max - 1, .max, 1 << 31, 1 << 32, -(1 << 31), 1 << 53])
        case 3: Int64(bitPattern: random.next()) >> Int64(below(63))
        default: Int64(number(0...4_102_444_800))
        }
    }

    /// A number with a fraction, of any size.
    mutating func double() -> Double {
        switch below(4) {
        case 0: Double(bitPattern: random.next())
        case 1: Double(number(-1_000_000...1_000_000)) / 1000
        case 2:
            one(of: [
                0, -0.0, 1e-5, -1e-7, 0.1, 1e15, 1e16, .leastNonzeroMagnitude, 1.7976931348623157e308, 1e22,
                1e23,
            ])
        default: Double(integer())
        }
    }

    // MARK: bytes

    /// One of the samples, damaged: at random places bits turn, bytes come and go, `words` come in, and other samples.
    mutating func damaged(_ samples: [[UInt8]], words: [[UInt8]] = []) -> [UInt8] {
        var bytes = one(of: samples)
        // A quarter is light: most of the syntax stays, and the damage reaches what is behind it.
        for _ in 0..<(oneIn(4) ? 1 : number(0...6)) { damage(&bytes, samples, words) }
        inputs.append(bytes)
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8], _ samples: [[UInt8]], _ words: [[UInt8]]) {
        let position = below(bytes.count + 1)
        let end = min(bytes.count, position + number(1...(oneIn(4) ? 64 : 4)))
        switch below(words.isEmpty ? 8 : 12) {
        case 0 where position < bytes.count: bytes[position] ^= 1 << UInt8(below(8))
        case 1 where position < bytes.count: bytes[position] = byte()
        case 2: bytes.removeSubrange(position..<end)
        case 3: bytes.insert(contentsOf: bytes[position..<end], at: below(bytes.count + 1))
        case 4: if oneIn(4) { bytes.removeSubrange(position...) }
        case 5: bytes.insert(byte(), at: position)
        case 6:
            let other = one(of: samples)
            let from = below(other.count + 1)
            bytes.replaceSubrange(position..<end, with: other[from..<min(other.count, from + number(1...32))])
        case 7: bytes.insert(contentsOf: String(integer()).utf8, at: position)
        case 8, 9: bytes.insert(contentsOf: one(of: words), at: position)
        case 10, 11: bytes.replaceSubrange(position..<end, with: one(of: words))
        default: break
        }
    }

    /// A damaged sample as text; what is no UTF-8 becomes U+FFFD.
    mutating func damagedText(_ samples: [[UInt8]], words: [[UInt8]] = []) -> String {
        String(decoding: damaged(samples, words: words), as: UTF8.self)
    }

    // MARK: what was drawn

    /// Remembers an input that was put together by the test itself.
    mutating func note(_ text: String) { inputs.append(Array(text.utf8)) }

    mutating func note(_ bytes: [UInt8]) { inputs.append(bytes) }

    /// The inputs as they can be pasted into a test.
    var shown: String {
        inputs.map { bytes in
            let whole = bytes.prefix(2000)
            guard let text = String(validating: whole, as: UTF8.self) else {
                return whole.map { String($0, radix: 16) }.joined(separator: " ")
            }
            return text.debugDescription
        }.joined(separator: ", ")
    }
}

extension [String] {
    /// As `Draw.damaged` takes samples.
    var samples: [[UInt8]] { map { [UInt8]($0.utf8) } }
}
