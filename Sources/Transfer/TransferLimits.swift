/// What a server may take of our time and memory.
package struct TransferLimits: Equatable, Sendable {
    /// From the start until the connection, TLS included, stands (CURLOPT_CONNECTTIMEOUT_MS).
    package var connect: Duration
    /// From the start until the last byte (CURLOPT_TIMEOUT_MS).
    package var total: Duration
    /// How long less than a byte a second may arrive, in whole seconds (CURLOPT_LOW_SPEED_TIME).
    package var silence: Duration
    /// The largest body, counted after decompression, so that neither an endless nor an inflating one gets
    /// through.
    package var bodyBytes: Int

    package init(
        connect: Duration = .seconds(10), total: Duration = .seconds(20), silence: Duration = .seconds(10),
        bodyBytes: Int = 1 << 20
    ) {
        self.connect = connect
        self.total = total
        self.silence = silence
        self.bodyBytes = bodyBytes
    }
}
