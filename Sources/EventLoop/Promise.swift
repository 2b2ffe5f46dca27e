/// One value that one task waits for and something on the loop brings, in either order.
///
/// It exists because looking whether the value is there and leaving a continuation must be one step: entering
/// `withCheckedContinuation` is a suspension point at which the loop may run the very event that is waited for.
@LoopActor
package final class Promise<Value: Sendable> {
    private var value: Value?
    private var continuation: CheckedContinuation<Value, Never>?

    package init() {}

    package var isFulfilled: Bool { value != nil }

    /// Brings the value; only the first one counts.
    package func fulfil(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        continuation?.resume(returning: value)
        continuation = nil
    }

    /// Waits for the value, which somebody must bring also when the task is cancelled.
    ///
    /// For one task.
    package func wait() async -> Value {
        await withCheckedContinuation { continuation in
            if let value {
                continuation.resume(returning: value)
            } else {
                self.continuation = continuation
            }
        }
    }
}
