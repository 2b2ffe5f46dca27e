import Core
import Glibc
import Testing

/// What a case has shown to be false.
struct Falsified: Error, CustomStringConvertible {
    let description: String
}

/// Runs `body` with case after case until one falsifies it.
///
/// - Parameters:
///   - usual: cases of an ordinary run; so many that they take about half a second.
///   - slowdown: WINDSOCK_CASES is divided by this, for what takes long.
func fuzz(
    _ name: StaticString, _ usual: Int, slowdown: Int = 1, _ body: (inout Draw) throws -> Void
) {
    let cases = FuzzPlan.cases.map { max(1, $0 / slowdown) } ?? usual
    let note = CrashNote(name)
    defer { note.remove() }
    let clock = ContinuousClock()
    let start = clock.now
    for number in 0..<cases {
        let seed = FuzzPlan.seed &+ UInt64(number)
        note.set(seed)
        var draw = Draw(seed: seed)
        do {
            try body(&draw)
        } catch {
            Issue.record(
                "\(name): \(error); input \(draw.shown); again: WINDSOCK_SEED=\(seed) WINDSOCK_CASES=1")
            return
        }
    }
    guard FuzzPlan.cases != nil else { return }
    let seconds = Double((clock.now - start).wholeMilliseconds) / 1000
    print("fuzz: \(name): \(cases) cases from seed \(FuzzPlan.seed) in \(seconds) s")
}

/// Falsifies the case unless `condition` holds.
func claim(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw Falsified(description: what()) }
}

/// Falsifies the case unless both are the same.
func claim<Value: Equatable>(
    _ left: Value, is right: Value, _ what: @autoclosure () -> String
) throws {
    if left != right { throw Falsified(description: "\(what()): \(left) is not \(right)") }
}
