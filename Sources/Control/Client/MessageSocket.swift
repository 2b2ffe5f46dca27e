import Core
import EventLoop
import Glibc

/// A connected socket on the command's side: whole messages out and in, each before a deadline.
///
/// Blocking, for one thread; never raises SIGPIPE; goes on after EINTR.
final class MessageSocket {
    /// Longer answers are a fault: the longest, to the longest `AddPlaces` there can be, is half of this.
    static let messageLimit = 64 << 20

    private let descriptor: Int32
    private var input = MessageBuffer()
    /// Set by the first failure to send: the answer may tell why, and is read first.
    private var isSendingOver = false

    /// Connects to `path`.
    ///
    /// - Throws: as `ControlClient.init(path:within:)`.
    init(connectingTo path: String, before deadline: Moment) throws(ControlClientError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | MessageSocket.openFlags, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        while SocketAddress.withAddress(of: path, { connect(descriptor, $0, $1) }) != 0 {
            switch errno {
            case EINTR: continue
            // The queue of the listener is full; poll(2) does not tell when it no longer is.
            case EAGAIN:
                guard LoopClock().now < deadline else { throw .timedOut }
                _ = poll(nil, 0, 10)
            case let number: throw ControlClientError(connectErrno: number)
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static let openFlags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Sends a message and its NUL.
    ///
    /// When the agent has hung up this succeeds: what it said before is still to be read.
    func send(_ message: [UInt8], before deadline: Moment) throws(ControlClientError) {
        var rest = message[...]
        rest.append(0)
        while !rest.isEmpty, !isSendingOver {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent >= 0 {
                rest.removeFirst(sent)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: POLLOUT, before: deadline)
            case EPIPE, ECONNRESET: isSendingOver = true
            case let number: throw .system(number)
            }
        }
    }

    /// The next message, without its NUL.
    ///
    /// Nil as a deadline waits for ever.
    func receive(before deadline: Moment?) throws(ControlClientError) -> [UInt8] {
        while true {
            switch input.next(limit: MessageSocket.messageLimit) {
            case .message(let message): return message
            case .incomplete: try fill(before: deadline)
            case .tooLarge:
                throw .protocolFault("it is longer than \(MessageSocket.messageLimit) bytes")
            }
        }
    }

    private func fill(before deadline: Moment?) throws(ControlClientError) {
        while true {
            let (count, number) = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { chunk in
                let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
                if count > 0 { input.append(chunk.prefix(count)) }
                return (count, errno)
            }
            if count > 0 { return }
            if count == 0 { throw .protocolFault("the connection ended before an answer") }
            switch number {
            case EINTR: continue
            case EAGAIN: try wait(for: POLLIN, before: deadline)
            case ECONNRESET: throw .protocolFault("the connection ended before an answer")
            default: throw .system(number)
            }
        }
    }

    private func wait(for events: Int32, before deadline: Moment?) throws(ControlClientError) {
        var timeout: Int32 = -1
        if let deadline {
            let left = LoopClock().now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            // Rounded up, so that a wake-up is never early and the loop never spins.
            timeout = Int32(clamping: (left.wholeNanoseconds - 1) / 1_000_000 + 1)
        }
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        guard poll(&entry, 1, timeout) >= 0 || errno == EINTR else { throw .system(errno) }
    }
}

extension ControlClientError {
    /// What connect(2) on a Unix socket means.
    fileprivate init(connectErrno number: Int32) {
        switch number {
        case ENOENT, ECONNREFUSED: self = .notRunning
        case EACCES, EPERM: self = .notPermitted
        case ENOTSOCK, EPROTOTYPE, ENOTDIR: self = .notASocket
        default: self = .system(number)
        }
    }
}
