import Core
import Glibc

/// How much is tried, and where it begins.
///
/// Case n of seed s is the first case of seed s + n, in every test: what a failure prints replays that case alone.
///
///     WINDSOCK_SEED=12345 WINDSOCK_CASES=1 swift test … --filter '^Fuzz\.'
///
/// Without WINDSOCK_SEED the cases never change, so that a failure comes from the change at hand; `random` takes those
/// that nobody has seen before.
enum FuzzPlan {
    static let seed: UInt64 = {
        guard let asked = variable("WINDSOCK_SEED") else { return 1 }
        if let seed = UInt64(asked) { return seed }
        var system = SystemRandomNumberGenerator()
        return system.next() % 1_000_000_000_000
    }()

    /// Cases for each test as `make fuzz` asks; nil for the few of an ordinary run.
    static let cases: Int? = variable("WINDSOCK_CASES").flatMap { Int($0) }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
