import CCurl
import EventLoop

/// One easy handle at work: what has arrived, and who waits for the end.
@LoopActor
final class Exchange {
    enum Ending: Sendable {
        /// curl is done, well or not.
        case finished(CURLcode)
        /// Taken off before the end.
        case superseded
    }

    private static let fieldLimit = 256

    let easy: EasyHandle
    private let bodyLimit: Int
    private(set) var body: [UInt8] = []
    private(set) var contentType: String?
    private(set) var date: String?
    private(set) var retryAfter: String?
    private(set) var exceededLimit = false
    private let ending = Promise<Ending>()

    init(easy: EasyHandle, bodyLimit: Int) {
        self.easy = easy
        self.bodyLimit = bodyLimit
    }

    /// The value of CURLOPT_WRITEDATA and CURLOPT_HEADERDATA; the exchange must live as long as the transfer.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Waits for the end; for one waiter.
    func end() async -> Ending { await ending.wait() }

    /// Reports the end, once.
    func finish(_ ending: Ending) { self.ending.fulfil(ending) }

    /// Takes a piece of the decompressed body.
    ///
    /// False when it would pass the limit: the transfer is over then.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= bodyLimit - body.count else {
            exceededLimit = true
            body = []
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    /// Takes one line of the header.
    ///
    /// A status line begins anew: the header of a 1xx answer came before.
    func receiveHeader(_ line: UnsafeRawBufferPointer) {
        if line.starts(with: "HTTP/".utf8) {
            (contentType, date, retryAfter) = (nil, nil, nil)
            return
        }
        guard let colon = line.prefix(32).firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        switch name {
        case "content-type": contentType = contentType ?? Exchange.value(line[(colon + 1)...])
        case "date": date = date ?? Exchange.value(line[(colon + 1)...])
        case "retry-after": retryAfter = retryAfter ?? Exchange.value(line[(colon + 1)...])
        default: break
        }
    }

    private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        var trimmed = bytes.drop(while: isBlank).prefix(fieldLimit)
        while let last = trimmed.last, isBlank(last) { trimmed.removeLast() }
        return String(decoding: trimmed, as: UTF8.self)
    }
}
