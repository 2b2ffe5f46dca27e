/// The actor of the loop thread.
///
/// Whatever touches descriptors, curl or the state machines is isolated to it, so the compiler proves that it
/// runs on that one thread and needs no lock.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    private init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.shared.serialExecutor.asUnownedSerialExecutor()
    }

    /// Runs `operation` at once, trapping unless the caller is on the loop thread.
    ///
    /// C callbacks come through here. It is `MainActor.assumeIsolated` for this actor; the standard library
    /// offers no generic form, and the cast is the one it uses itself: isolation is not part of a closure's
    /// representation.
    package static nonisolated func assumeIsolated<Result: Sendable>(
        _ operation: @LoopActor () -> Result
    ) -> Result {
        shared.preconditionIsolated()
        return withoutActuallyEscaping(operation) { escaping in
            unsafeBitCast(escaping, to: (() -> Result).self)()
        }
    }
}
