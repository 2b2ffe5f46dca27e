/// A small generator whose numbers follow from its seed alone, so that a simulation can be replayed.
///
/// Not for secrets.
///
/// Sebastiano Vigna's splitmix64 (https://prng.di.unimi.it/splitmix64.c).
package struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Duration {
    /// This duration times a random factor within `spread` of 1, such as 0.2 for ±20 %.
    package func jittered(_ spread: Double, using generator: inout SplitMix64) -> Duration {
        guard spread > 0 else { return self }
        return scaled(by: Double.random(in: (1 - spread)...(1 + spread), using: &generator))
    }
}
