import CLinux
import Glibc

/// What a descriptor is ready for, or is to be watched for; the EPOLL… bits of epoll_ctl(2).
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: UInt32(CLINUX_READABLE))
    package static let writable = Readiness(rawValue: UInt32(CLINUX_WRITABLE))
    /// Reported whether it was asked for or not.
    package static let error = Readiness(rawValue: UInt32(CLINUX_ERROR))
    /// Reported whether it was asked for or not.
    package static let hangUp = Readiness(rawValue: UInt32(CLINUX_HANGUP))
}

/// A descriptor in the loop's epoll set, level-triggered.
///
/// It leaves the set with `cancel` or when this object is released, and is then closed if the watch owns it;
/// otherwise it stays the creator's to close, after that.
@LoopActor
package final class DescriptorWatch {
    package nonisolated let descriptor: Int32
    private nonisolated let token: UInt64
    private let ownsDescriptor: Bool

    /// Calls `handler` on the loop whenever the descriptor is ready for `interest`.
    ///
    /// Nil, with errno set, when epoll refuses it (a regular file, a closed descriptor).
    package init?(
        _ descriptor: Int32, for interest: Readiness, ownsDescriptor: Bool = false,
        handler: @escaping @LoopActor (Readiness) -> Void
    ) {
        self.descriptor = descriptor
        self.ownsDescriptor = ownsDescriptor
        token = DescriptorWatches.shared.add(handler)
        guard EventLoop.shared.addDescriptor(descriptor, interest: interest, token: token) else {
            DescriptorWatches.shared.remove(token)
            return nil
        }
    }

    /// Watches for something else from now on.
    ///
    /// A descriptor that was closed meanwhile is no fault: nothing is reported.
    package func change(to interest: Readiness) {
        _ = EventLoop.shared.modifyDescriptor(descriptor, interest: interest, token: token)
    }

    /// Ends the watch; the handler is not called again, even for what epoll has already reported.
    package func cancel() {
        guard DescriptorWatches.shared.remove(token) else { return }
        EventLoop.shared.removeDescriptor(descriptor)
        if ownsDescriptor { close(descriptor) }
    }

    isolated deinit {
        cancel()
    }

    /// Readiness as a sequence, at most one report waiting; ends when the consuming task is cancelled or the
    /// sequence is dropped.
    ///
    /// Level-triggered: consume what made the descriptor ready before asking for the next element.
    package static func readiness(
        of descriptor: Int32, for interest: Readiness
    ) -> AsyncStream<Readiness> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Readiness.self, bufferingPolicy: .bufferingNewest(1))
        guard let watch = DescriptorWatch(descriptor, for: interest, handler: { continuation.yield($0) })
        else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
        return stream
    }
}

/// Token → handler.
///
/// Events of a token that is gone are dropped, so a handler never sees a descriptor number that has been
/// closed and given to somebody else within one epoll_wait.
@LoopActor
final class DescriptorWatches {
    static let shared = DescriptorWatches()

    private var handlers: [UInt64: @LoopActor (Readiness) -> Void] = [:]
    private var nextToken = EventLoop.firstWatchToken

    func add(_ handler: @escaping @LoopActor (Readiness) -> Void) -> UInt64 {
        let token = nextToken
        nextToken += 1
        handlers[token] = handler
        return token
    }

    @discardableResult
    func remove(_ token: UInt64) -> Bool {
        handlers.removeValue(forKey: token) != nil
    }

    func deliver(_ readiness: Readiness, to token: UInt64) {
        handlers[token]?(readiness)
    }
}
