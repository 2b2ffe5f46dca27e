import EventLoop
import Glibc

/// The event loop of the test process: one background thread for all tests, started by the first that asks.
private enum BackgroundLoop {
    static let started: Void = {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runBackgroundLoop, nil)
        precondition(result == 0, "pthread_create: \(result)")
    }()
}

private nonisolated func runBackgroundLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    EventLoop.shared.run { () async -> Never in
        while true { try? await LoopClock().sleep(for: .seconds(86_400)) }
    }
}

/// Runs `body` on the loop thread.
package func onLoop<Result: Sendable, Failure: Error>(
    _ body: @LoopActor @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    _ = BackgroundLoop.started
    return try await body()
}
