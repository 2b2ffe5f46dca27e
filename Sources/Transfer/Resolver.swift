package import Core
package import EventLoop

/// Turns names into addresses without ever blocking the loop.
///
/// getaddrinfo(3) runs on a thread of its own, one look-up after the other; the thread is started by the
/// first name that needs it. A look-up that is past the deadline of everybody who waits for it cannot be
/// stopped, so it is *abandoned*: its thread is left to end by itself and the next look-up gets a fresh one.
/// At most three are abandoned at a time; beyond that look-ups fail at once.
///
/// The process sets `RES_OPTIONS="timeout:2 attempts:1 ndots:1"` in its environment before the first look-up
/// (resolv.conf(5)): glibc's own defaults would keep an abandoned thread for 10 s a server.
@LoopActor
package final class Resolver {
    package static nonisolated let abandonedLimit = 3
    /// A resolver that fails sooner than this has waited for no server.
    package static nonisolated let atOnce = Duration.milliseconds(100)

    private let ask: @Sendable (String) -> LookUpAnswer
    private var thread: WorkerThread?
    /// The look-up that has the thread, then those behind it.
    private var queue: [LookUp] = []
    /// Look-ups whose threads have been given up and have not come back.
    package private(set) var abandonedCount = 0

    /// `ask` blocks; tests hand in their own.
    package nonisolated init(ask: @escaping @Sendable (String) -> LookUpAnswer = LookUpAnswer.ofSystem) {
        self.ask = ask
    }

    /// The addresses of a host, asked for anew, best first and never empty.
    ///
    /// Equal look-ups that overlap are one. A literal address and `localhost` (RFC 6761) are answered without
    /// a thread.
    ///
    /// - Throws: `.noSuchName`; `.resolver` when the name service fails or `deadline` passes, with
    ///   `TransferFailure.resolverGaveUpAtOnce` when it failed within 100 ms; `.superseded` at once when the task is
    ///   cancelled or `abandonStuck` is called. The phase is `.dns`.
    package func resolve(
        _ host: String, within deadline: Duration
    ) async throws(TransferFailure) -> [ResolvedAddress] {
        if let known = Resolver.withoutAsking(host) { return known }
        guard let lookUp = queue.first(where: { $0.host == host }) ?? enqueue(host) else {
            throw TransferFailure(.resolver, phase: .dns)
        }
        let (waiter, answer) = lookUp.join()
        let timer = LoopTimer { [weak self] in self?.leave(lookUp, waiter, .late) }
        timer.arm(LoopClock().now.advanced(by: deadline))
        let outcome = await withTaskCancellationHandler {
            await answer.wait()
        } onCancel: {
            EventLoop.shared.perform { [weak self] in self?.leave(lookUp, waiter, .cancelled) }
        }
        timer.disarm()
        switch outcome {
        case .answered(.addresses(let addresses), _): return addresses
        case .answered(.noSuchName, _): throw TransferFailure(.noSuchName, phase: .dns)
        case .answered(.failed, let duration):
            let errno = duration < Resolver.atOnce ? TransferFailure.resolverGaveUpAtOnce : 0
            throw TransferFailure(.resolver, phase: .dns, osErrno: errno)
        case .late: throw TransferFailure(.resolver, phase: .dns)
        case .cancelled: throw TransferFailure(.superseded, phase: .dns)
        }
    }

    /// The network has changed: whatever is being looked up was asked of another one.
    ///
    /// Everybody who waits gets `.superseded`, and the next look-up a thread that is not stuck.
    package func abandonStuck() {
        let old = queue
        if let running = old.first, running.isRunning { abandon(running) }
        queue = []
        for lookUp in old { lookUp.end(.cancelled) }
    }

    /// What is known of a host without asking: a literal is its own address, `localhost` has two.
    static func withoutAsking(_ host: String) -> [ResolvedAddress]? {
        if let literal = ResolvedAddress(literal: host) { return [literal] }
        guard host == "localhost" || host.hasSuffix(".localhost") else { return nil }
        return ["127.0.0.1", "::1"].compactMap { ResolvedAddress(literal: $0) }
    }

    private func enqueue(_ host: String) -> LookUp? {
        guard thread != nil || abandonedCount < Resolver.abandonedLimit else { return nil }
        let lookUp = LookUp(host)
        queue.append(lookUp)
        startNext()
        return lookUp
    }

    private func startNext() {
        guard let next = queue.first, !next.isRunning else { return }
        guard thread != nil || abandonedCount < Resolver.abandonedLimit else {
            let failed = queue
            queue = []
            for lookUp in failed { lookUp.end(.late) }
            return
        }
        let thread = self.thread ?? WorkerThread(name: "windsock-dns")
        self.thread = thread
        next.isRunning = true
        let (ask, host, started) = (self.ask, next.host, LoopClock().now)
        thread.submit {
            let answer = ask(host)
            let duration = started.duration(to: LoopClock().now)
            EventLoop.shared.perform { [weak self] in self?.finish(next, answer, after: duration) }
        }
    }

    private func finish(_ lookUp: LookUp, _ answer: LookUpAnswer, after duration: Duration) {
        guard let index = queue.firstIndex(where: { $0 === lookUp }) else {
            // It had been abandoned; its thread has nothing more to do and ends.
            abandonedCount -= 1
            return startNext()
        }
        queue.remove(at: index)
        lookUp.end(.answered(answer, after: duration))
        startNext()
    }

    /// Releases one waiter; a look-up nobody waits for any more is abandoned, or forgotten if it had not
    /// begun.
    private func leave(_ lookUp: LookUp, _ waiter: Int, _ outcome: LookUp.Outcome) {
        lookUp.release(waiter, outcome)
        guard !lookUp.isAwaited, let index = queue.firstIndex(where: { $0 === lookUp }) else { return }
        if lookUp.isRunning { abandon(lookUp) }
        queue.remove(at: index)
        startNext()
    }

    private func abandon(_ lookUp: LookUp) {
        abandonedCount += 1
        thread?.stop()
        thread = nil
    }
}
