import Core
import EventLoop

/// What was asked on the API port.
///
/// The newest `limit` entries are kept.
final class RequestLog: Sendable {
    struct Entry: Sendable {
        /// Since the simulator started.
        let milliseconds: Int64
        /// The number of the connection: equal for requests that shared one.
        let connection: Int
        let path: String
        let query: String
        let keyIsValid: Bool
        /// nil where nothing was answered, or not yet (`hang`).
        let status: Int?
        let fault: String?
    }

    static let limit = 100_000

    private let entries = Lock<[Entry]>([])

    func append(_ entry: Entry) {
        entries.withLock { entries in
            // Dropped by halves: one by one would move the whole array each time.
            if entries.count >= RequestLog.limit { entries.removeFirst(RequestLog.limit / 2) }
            entries.append(entry)
        }
    }

    func clear() {
        entries.withLock { $0 = [] }
    }

    /// A JSON array, the oldest first.
    func json() -> [UInt8] {
        var json = JSONWriter()
        let entries = entries.withLock { $0 }
        json.array { json in
            for entry in entries {
                json.object { json in
                    json.member("at_ms", entry.milliseconds)
                    json.member("connection", entry.connection)
                    json.member("path", entry.path)
                    json.member("query", entry.query)
                    json.member("key_valid", entry.keyIsValid)
                    json.member("status", entry.status)
                    json.member("fault", entry.fault)
                }
            }
        }
        return json.bytes
    }
}
