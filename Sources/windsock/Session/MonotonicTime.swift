import Glibc

/// Time since the machine was started, for deadlines: CLOCK_BOOTTIME of clock_gettime(2).
enum MonotonicTime {
    static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
