import Core

/// When to try again what could not be written: after 5 s, and twice as long after each further failure, up
/// to 5 min.
struct DiskHealing: Equatable, Sendable {
    static let shortest: Duration = .seconds(5)
    static let longest: Duration = .minutes(5)

    private(set) var pause = shortest

    /// The time to wait before the next try; the one after it is later.
    mutating func next() -> Duration {
        defer { pause = min(pause + pause, Self.longest) }
        return pause
    }

    mutating func reset() { pause = Self.shortest }
}
