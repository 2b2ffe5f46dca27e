import Core
import EventLoop
import Glibc

/// One client: its bytes in, cut into calls, and the answers out, in order.
///
/// One call is under way at a time; the next is not looked at before its answer is on its way and most of what waited
/// has been read, so a client that only writes stops being read instead of filling memory. The connection lives until
/// the client has hung up and the call under way has ended, and holds its place among the clients as long.
@LoopActor
final class ControlConnection {
    let mayChange: Bool
    private let descriptor: Int32
    private let limits: ControlLimits
    /// Hands the next message to somebody who calls `answer` for it.
    private let announce: (ControlConnection) -> Void
    private let didClose: (ControlConnection) -> Void

    private var watch: DescriptorWatch?
    private var interest: Readiness = .readable
    private var input = MessageBuffer()
    private var output = OutputBuffer()
    /// The message that `answer` is to answer, or is answering.
    private var message: [UInt8]?
    /// The client has said all it will.
    private var isInputOver = false
    /// The client does not hear us any more: it has hung up or was dropped.
    private var isGone = false
    /// Nothing more is answered; the rest of the output goes out.
    private var isClosing = false
    private var isClosed = false
    /// Finished when the client goes while a stream is under way.
    private var goneSignal: AsyncStream<Never>.Continuation?

    /// Ends a message that stays half, and output that stays unread.
    private lazy var inputTimer = LoopTimer { [weak self] in self?.drop() }
    private lazy var outputTimer = LoopTimer { [weak self] in self?.drop() }
    private var isInputTimed = false
    private var isOutputTimed = false

    /// How much is read in one go, and ahead of the call under way.
    private static let chunk = 64 << 10

    /// Takes over a connected, non-blocking socket.
    ///
    /// Nil when epoll refuses it; it is closed then.
    init?(
        descriptor: Int32, mayChange: Bool, limits: ControlLimits,
        announce: @escaping (ControlConnection) -> Void, didClose: @escaping (ControlConnection) -> Void
    ) {
        self.descriptor = descriptor
        self.mayChange = mayChange
        self.limits = limits
        self.announce = announce
        self.didClose = didClose
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] in self?.handle($0) }
        guard watch != nil else {
            Glibc.close(descriptor)
            return nil
        }
    }

    private var messageLimit: Int { mayChange ? limits.changerMessage : limits.readerMessage }

    // MARK: what the socket reports

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.hangUp) || readiness.contains(.error) {
            lose()
        } else if readiness.contains(.readable) {
            fill()
        }
        advance()
    }

    private func fill() {
        let (count, number) = withUnsafeTemporaryAllocation(
            byteCount: ControlConnection.chunk, alignment: 1
        ) { chunk in
            let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
            if count > 0 { input.append(chunk.prefix(count)) }
            return (count, errno)
        }
        if count > 0 || number == EINTR && count < 0 { return }
        // A client that hears nothing any more but has not hung up (SHUT_RD) has nothing to say either.
        if count == 0 || number != EAGAIN || isGone { isInputOver = true }
    }

    private func flush() {
        guard !isGone else { return }
        switch output.send(to: descriptor) {
        case .done: timeOutput(false)
        case .stuck(let tookSome):
            if tookSome || !isOutputTimed { timeOutput(true) }
        case .broken: lose()
        }
    }

    // MARK: calls

    /// Takes the next call when the one before is answered, and settles what to wait for.
    private func advance() {
        guard !isClosed else { return }
        while message == nil, !isClosing, output.count <= ControlConnection.chunk {
            switch input.next(limit: messageLimit) {
            case .message(let next):
                timeInput(false)
                message = next
                announce(self)
            case .tooLarge:
                // What follows cannot be told from the rest of the message.
                refuse(.tooLarge(limit: messageLimit))
            case .incomplete where isInputOver:
                isClosing = true
            case .incomplete where isGone:
                // Not watched any more: what it wrote before it hung up is fetched on demand.
                fill()
            case .incomplete:
                timeInput(input.count > 0)
                return settle()
            }
        }
        settle()
    }

    /// Closes when all is done; otherwise watches for what may happen next.
    private func settle() {
        if message == nil, isClosing, output.count == 0 { return close() }
        var interest: Readiness = []
        let room = message == nil ? messageLimit : ControlConnection.chunk
        if !isInputOver, !isClosing, input.count <= room { interest.insert(.readable) }
        if output.count > 0 { interest.insert(.writable) }
        guard interest != self.interest else { return }
        self.interest = interest
        watch?.change(to: interest)
    }

    /// Answers the message that was announced.
    func answer(with dispatcher: CallDispatcher) async {
        guard let message else { return }
        do throws(ProtocolFault) {
            let call = try ControlCall(parsing: message)
            let outcome = await dispatcher.perform(call, mayChange: mayChange)
            if !call.oneway { await send(outcome, more: call.more) }
        } catch {
            // Not Varlink: nothing that follows can be trusted.
            send(ControlReplyText.fault(error))
            isClosing = true
        }
        self.message = nil
        advance()
    }

    private func send(_ outcome: CallOutcome, more: Bool) async {
        switch outcome {
        case .reply(let parameters): send(ControlReplyText.reply(continues: false, parameters))
        case .refusal(let error): send(ControlReplyText.refusal(error))
        case .fault(let fault): send(ControlReplyText.fault(fault))
        case .monitor(let updates): await send(updates, more: more) { _ in false }
        case .sync(let reports): await send(reports, more: more) { $0.isFinished }
        }
    }

    /// Sends each element as it comes, until the last one; without `more` the first one only.
    ///
    /// Ends early when the client goes or the call is cancelled.
    private func send<Element: ControlValue>(
        _ elements: AsyncStream<Element>, more: Bool, isLast: @escaping @Sendable (Element) -> Bool
    ) async {
        let (gone, signal) = AsyncStream.makeStream(of: Never.self)
        goneSignal = signal
        if isGone { signal.finish() }
        let isComplete = await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.forward(elements) { !more || isLast($0) } }
            group.addTask {
                var iterator = gone.makeAsyncIterator()
                _ = await iterator.next()
                return false
            }
            let isComplete = await group.next() ?? false
            group.cancelAll()
            return isComplete
        }
        goneSignal = nil
        if !isComplete { send(ControlReplyText.refusal(.tryAgain(reason: "windsockd is stopping"))) }
    }

    /// True behind the last element, false when the stream ended before it.
    private func forward<Element: ControlValue>(
        _ elements: AsyncStream<Element>, isLast: @Sendable (Element) -> Bool
    ) async -> Bool {
        for await element in elements {
            let isLast = isLast(element)
            send(ControlReplyText.reply(continues: !isLast, element.writeMembers))
            if isLast { return true }
        }
        return false
    }

    /// Sends an error that belongs to no call, and ends.
    func refuse(_ error: ControlError) {
        send(ControlReplyText.refusal(error))
        isClosing = true
    }

    private func send(_ reply: [UInt8]) {
        guard !isGone else { return }
        guard output.count <= limits.waitingOutput else { return drop() }
        output.append(reply)
        flush()
        if message != nil { settle() }
    }

    // MARK: the end

    /// The client has hung up.
    ///
    /// What it wrote before is still done; nobody hears of it.
    private func lose() {
        guard !isGone else { return }
        isGone = true
        watch?.cancel()
        watch = nil
        output.removeAll()
        timeOutput(false)
        goneSignal?.finish()
    }

    /// Ends the connection without ceremony: the client is too slow, or its place is needed.
    func drop() {
        lose()
        input.removeAll()
        isInputOver = true
        timeInput(false)
        advance()
    }

    /// Closes now, with what the socket still takes; a call under way is not answered.
    func close() {
        guard !isClosed else { return }
        flush()
        lose()
        isClosed = true
        isClosing = true
        timeInput(false)
        Glibc.close(descriptor)
        didClose(self)
    }

    private func timeInput(_ isTimed: Bool) {
        guard isTimed != isInputTimed else { return }
        isInputTimed = isTimed
        inputTimer.arm(isTimed ? LoopClock().now.advanced(by: limits.patience) : nil)
    }

    /// Times from now, also when it was timed before.
    private func timeOutput(_ isTimed: Bool) {
        isOutputTimed = isTimed
        outputTimer.arm(isTimed ? LoopClock().now.advanced(by: limits.patience) : nil)
    }
}
