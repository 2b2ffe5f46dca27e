/// One complete HTTP request.
struct Request {
    let method: String
    /// The path as sent, not decoded.
    let path: String
    let query: Query
    let body: [UInt8]
    /// The key from the `x-api-key` header, which the real service takes besides `appid`.
    let headerKey: String?
    /// The connection's socket; it belongs to the HTTP server.
    let socket: Int32

    /// The key that was sent, however it was sent.
    var key: String? { query["appid"] ?? query["APPID"] ?? headerKey }
}
