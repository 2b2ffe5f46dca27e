/// A completed HTTP answer, of any status.
package struct TransferResponse: Equatable, Sendable {
    package var status: Int
    /// Header fields as the server sent them, cut at 256 bytes; nil where it did not.
    package var contentType: String?
    package var date: String?
    package var retryAfter: String?
    /// Decompressed.
    package var body: [UInt8]
    package var reusedConnection: Bool
    package var times: TransferTimes
    /// Header and body as they came over the wire.
    package var bytesReceived: Int

    package init(
        status: Int, contentType: String? = nil, date: String? = nil, retryAfter: String? = nil,
        body: [UInt8] = [], reusedConnection: Bool = false, times: TransferTimes = TransferTimes(),
        bytesReceived: Int = 0
    ) {
        self.status = status
        self.contentType = contentType
        self.date = date
        self.retryAfter = retryAfter
        self.body = body
        self.reusedConnection = reusedConnection
        self.times = times
        self.bytesReceived = bytesReceived
    }
}
