import Core
import Glibc

/// The wall clock of the simulated service.
struct SimulatedClock: Sendable {
    /// Holds seconds since 1970, or with a sign in front an offset to the system's clock.
    let file: String?

    /// The file is read each time, so that a test can move the time while the simulator runs.
    func now() -> UnixTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let system = UnixTime(seconds: Int64(time.tv_sec))
        guard let file, let text = SimulatedClock.text(of: file), let value = Int64(text) else {
            return system
        }
        let isOffset = text.hasPrefix("+") || text.hasPrefix("-")
        // The years 1970 to 9999, so that nobody behind has to mind the ends of the number line.
        let bounds = (earliest: UnixTime(seconds: 0), latest: UnixTime(seconds: 253_402_300_799))
        let wanted = isOffset ? system.advanced(by: .seconds(value)) : UnixTime(seconds: value)
        return min(max(wanted, bounds.earliest), bounds.latest)
    }

    /// Milliseconds of CLOCK_MONOTONIC, for the log.
    static func monotonicMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func text(of file: String) -> String? {
        guard let bytes = try? SmallFile.read(file) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.prefix { !$0.isWhitespace })
    }
}
