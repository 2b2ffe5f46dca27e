import Core
import Glibc

/// Where random stories begin.
///
/// `WINDSOCK_SEED=n` replays one: every failure names the seed it came from.
enum Seeds {
    /// The seed that was asked for, or three that never change and three that nobody has seen before.
    static let some: [UInt64] = {
        if let text = getenv("WINDSOCK_SEED").map({ String(cString: $0) }), let seed = UInt64(text) {
            return [seed]
        }
        var system = SystemRandomNumberGenerator()
        return [1, 2, 3] + (0..<3).map { _ in system.next() % 1_000_000_000 }
    }()
}
