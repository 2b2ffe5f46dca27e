/// One request while it comes in: libmicrohttpd's pointer of a request.
///
/// Used by the connection's thread alone.
final class Exchange {
    /// More than any control request needs; what exceeds it is read and dropped.
    static let bodyLimit = 1 << 20

    /// Path and query as sent.
    let target: String
    /// False until the access handler's first call, which comes before the body and must not be answered:
    /// an answer given there closes the connection.
    var isAnnounced = false
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false

    init(target: String) {
        self.target = target
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard body.count + bytes.count <= Exchange.bodyLimit else {
            isTooLarge = true
            return
        }
        body.append(contentsOf: bytes)
    }

    func request(method: String, headerKey: String?, socket: Int32) -> Request {
        let path = target.prefix { $0 != "?" }
        return Request(
            method: method, path: String(path), query: Query(target.dropFirst(path.count + 1)), body: body,
            headerKey: headerKey, socket: socket)
    }
}
