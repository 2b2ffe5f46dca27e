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

    let easy: EasyHandle
    private let bodyLimit: Int
    private(set) var body: [UInt8] = []
    private(set) var fields = HeaderFields()
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
    func receiveHeader(_ line: UnsafeRawBufferPointer) { fields.take(line) }
}
