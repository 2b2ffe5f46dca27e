/// A way to go wrong, asked for by `POST /_simulator/faults`.
enum Fault: Equatable, Sendable {
    /// A status with the service's own body for it, or the one given.
    case status(Int, retryAfter: String?, body: String?)
    /// The good answer, late.
    case delay(milliseconds: Int32)
    /// No answer until the faults are cleared or the client leaves; then the good one.
    case hang
    /// RST instead of an answer.
    case reset
    /// The connection is closed without an answer.
    case close
    /// Half of the good answer under the Content-Length of the whole, then the connection is closed.
    case truncated
    /// Bytes that are neither JSON nor UTF-8, labelled as JSON.
    case garbage
    /// A hotspot's sign-in page with status 200.
    case html
    case redirect(location: String)
    case huge(bytes: Int, chunked: Bool)
    /// 64 KiB of gzip that become 64 MiB.
    case gzipBomb
    /// Status 200 without a body.
    case empty
    case emptyArray
    case distorted(Distortion)
    case body(String, contentType: String, status: Int)

    /// The `kind` in control requests and in the log.
    var kind: String {
        switch self {
        case .status: "status"
        case .delay: "delay"
        case .hang: "hang"
        case .reset: "reset"
        case .close: "close"
        case .truncated: "truncated"
        case .garbage: "garbage"
        case .html: "html"
        case .redirect: "redirect"
        case .huge: "huge"
        case .gzipBomb: "gzip_bomb"
        case .empty: "empty"
        case .emptyArray: "empty_array"
        case .distorted(.wrongCoordinates): "wrong_coordinates"
        case .distorted(.oldTime): "old_dt"
        case .distorted: "not_json_numbers"
        case .body: "body"
        }
    }
}
