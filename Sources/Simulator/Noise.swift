/// Numbers that look random and are functions of a seed: the same question always gets the same weather.
struct Noise {
    let seed: UInt64

    /// In 0..<1, one for each index.
    func at(_ index: Int64) -> Double {
        Double(Noise.mix(seed ^ Noise.mix(UInt64(bitPattern: index))) >> 11) * 0x1p-53
    }

    /// In 0...1, moving smoothly from one value to the next in each period.
    func smooth(_ channel: Int64, at seconds: Int64, period: Int64) -> Double {
        let step = Int64((Double(seconds) / Double(period)).rounded(.down))
        let fraction = Double(seconds - step * period) / Double(period)
        let weight = fraction * fraction * (3 - 2 * fraction)
        let from = at(step &* 64 &+ channel)
        let to = at((step &+ 1) &* 64 &+ channel)
        return from + (to - from) * weight
    }

    /// FNV-1a over the UTF-8 bytes.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The finaliser of SplitMix64.
    static func mix(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
