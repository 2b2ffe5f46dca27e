import Core
import EventLoop

/// The replies to one call with `more`, read one by one.
///
/// Nothing else can be called on the connection until it has ended. To leave it early, drop the client.
package struct ControlStream<Element: ControlValue> {
    private let client: ControlClient
    private var isOver = false

    init(client: ControlClient) {
        self.client = client
    }

    /// Waits for the next reply, for ever without `patience`.
    ///
    /// Nil behind the last one.
    ///
    /// - Throws: `timedOut` after `patience`; the next call goes on waiting for the same reply. `refused`,
    ///   `protocolFault` and `system` end the stream.
    package mutating func next(within patience: Duration? = nil) throws(ControlClientError) -> Element? {
        guard !isOver else { return nil }
        do throws(ControlClientError) {
            let reply = try client.receive(before: patience.map { LoopClock().now.advanced(by: $0) })
            isOver = !reply.continues
            return try ControlClient.read(reply.parameters)
        } catch {
            isOver = error != .timedOut
            throw error
        }
    }
}
