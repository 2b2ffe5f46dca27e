/// Bytes as they come in, cut into messages at each NUL (https://varlink.org/Method-Call).
package struct MessageBuffer: Sendable {
    /// What lies in front.
    package enum Next: Equatable, Sendable {
        /// A whole message, without its NUL.
        case message([UInt8])
        /// More bytes are needed.
        case incomplete
        /// The next message is longer than the limit.
        case tooLarge
    }

    private var bytes: [UInt8] = []
    /// Where the next message begins; what lies before was taken.
    private var start = 0
    /// Where to look for the next NUL; what lies before was looked at.
    private var scanned = 0

    package init() {}

    /// How many bytes wait.
    package var count: Int { bytes.count - start }

    package mutating func append(_ new: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Takes the next message, which may have `limit` bytes.
    package mutating func next(limit: Int) -> Next {
        guard let end = bytes[scanned...].firstIndex(of: 0) else {
            scanned = bytes.count
            return count > limit ? .tooLarge : .incomplete
        }
        guard end - start <= limit else { return .tooLarge }
        let message = Array(bytes[start..<end])
        start = end + 1
        scanned = start
        if start == bytes.count { removeAll() }
        return .message(message)
    }

    /// Throws away what waits.
    package mutating func removeAll() {
        bytes = []
        start = 0
        scanned = 0
    }
}
