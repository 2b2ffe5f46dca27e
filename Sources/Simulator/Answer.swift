/// One HTTP answer.
struct Answer {
    enum Body {
        case bytes([UInt8])
        /// A Content-Length of `length`, but these bytes only, then the connection is closed.
        case truncated([UInt8], length: Int)
        /// `[` and then blanks, `bytes` in all; chunked or with a Content-Length.
        case blanks(bytes: Int, chunked: Bool)
    }

    static let json = "application/json; charset=utf-8"

    var status: Int
    var contentType = Answer.json
    var headers: [(name: String, value: String)] = []
    var body: Body

    init(status: Int = 200, contentType: String = Answer.json, _ body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = .bytes(body)
    }

    init(status: Int = 200, contentType: String = Answer.json, _ text: String) {
        self.init(status: status, contentType: contentType, Array(text.utf8))
    }

    /// The bytes of a plain body; empty for the bodies that only faults have.
    var plainBytes: [UInt8] {
        if case .bytes(let bytes) = body { return bytes }
        return []
    }
}
