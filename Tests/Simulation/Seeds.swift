import Core
import Glibc

/// Where random stories begin.
///
/// `WINDSOCK_SEED=n` replays one, `WINDSOCK_SEED=random` takes three that nobody has seen before: every failure names
/// the seed it came from. Without it the seeds never change, so that a failure comes from the change at hand.
enum Seeds {
    static let some: [UInt64] = {
        let asked = getenv("WINDSOCK_SEED").map { String(cString: $0) }
        if let seed = asked.flatMap({ UInt64($0) }) { return [seed] }
        guard asked == "random" else { return [1, 2, 3, 4, 5, 6] }
        var system = SystemRandomNumberGenerator()
        return (0..<3).map { _ in system.next() % 1_000_000_000 }
    }()
}
