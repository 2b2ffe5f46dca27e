import CLinux
import Glibc

/// Signals as events of the loop (signalfd(2)).
package enum Signals {
    /// What windsockd handles; SIGPIPE is blocked besides, so that a write to a closed peer is an error and
    /// no death.
    package static let handled: [Int32] = [SIGTERM, SIGINT, SIGHUP]

    /// Blocks the handled signals and SIGPIPE in the calling thread and all threads started after.
    ///
    /// The first line of `main`: a signal that arrives before this has its default effect, one that arrives
    /// after is kept until the sequence asks for it.
    package static func block() {
        let signals = handled + [SIGPIPE]
        _ = clinux_block_signals(signals, Int32(signals.count))
    }

    /// The handled signals as they arrive.
    ///
    /// Ends only with the consuming task.
    @LoopActor
    package static func sequence() -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let descriptor = clinux_signalfd(handled, Int32(handled.count))
        let watch = DescriptorWatch(descriptor, for: .readable, ownsDescriptor: true) { _ in
            while case let signal = clinux_signalfd_read(descriptor), signal > 0 {
                continuation.yield(signal)
            }
        }
        guard let watch else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return stream
    }
}
