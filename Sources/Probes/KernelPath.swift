import CLinux
package import Core
package import EventLoop
import Glibc
package import Transfer

/// Watches the kernel's links, addresses and routes, and publishes what they mean for the way to the target.
///
/// Changes come by rtnetlink(7) within a fraction of a millisecond and wake nobody when they do not matter.
/// The first of a burst is published at once, the rest together after 50 ms. Where netlink is refused, as in
/// some containers, /proc/self/net is read every ten seconds instead.
@LoopActor
package final class KernelPath {
    private static let coalescing = Duration.milliseconds(50)
    private static let dumpSpacing = Duration.seconds(2)
    private static let pollingInterval = Duration.seconds(10)
    private static let dumpAttempts = 3

    /// The addresses whose routes count besides the default routes: the target's last known ones.
    ///
    /// Setting them evaluates anew.
    package var destinations: [ResolvedAddress] = [] {
        didSet { if destinations != oldValue { evaluateSoon() } }
    }

    private let continuation: AsyncStream<PathReading>.Continuation
    private let stream: AsyncStream<PathReading>
    private var source = PathReading.Source.netlink
    private var published: PathReading?
    private var subscribed: NetlinkSocket?
    private var watch: DescriptorWatch?
    /// For questions, so that an answer is never behind a heap of news.
    private let questions: NetlinkSocket?
    private var questionSequence: UInt32 = 0

    /// Nil until the first dump is complete.
    private var tables: KernelTables?
    private var dump: RouteDump?
    private var dumpSequence: UInt32 = 1
    private var dumpStarted = Moment.distantPast
    private var isDumpRepeated = false
    private var interruptedDumps = 0
    private var dumpTimer: LoopTimer?
    private var burstTimer: LoopTimer?
    private var isInBurst = false
    private var isDirty = false

    /// What `init` takes over: two netlink sockets in the network namespace of the calling thread.
    package struct Sockets: Sendable {
        /// Joined to the groups of links, addresses and routes; below 0 when it was refused.
        package var subscribed: Int32
        package var questions: Int32
        /// Why netlink was refused.
        package var refusal: Int32

        package init(subscribed: Int32, questions: Int32, refusal: Int32) {
            self.subscribed = subscribed
            self.questions = questions
            self.refusal = refusal
        }

        package static func open() -> Sockets {
            let subscribed = clinux_netlink_open(true)
            let refusal = subscribed < 0 ? errno : 0
            return Sockets(
                subscribed: subscribed, questions: subscribed < 0 ? -1 : clinux_netlink_open(false),
                refusal: refusal)
        }
    }

    /// Starts watching, and closes the sockets at the end.
    package init(_ sockets: Sockets = .open()) {
        (stream, continuation) = AsyncStream.makeStream(
            of: PathReading.self, bufferingPolicy: .bufferingNewest(1))
        self.questions = sockets.questions < 0 ? nil : NetlinkSocket(descriptor: sockets.questions)
        burstTimer = LoopTimer { [weak self] in self?.endBurst() }
        guard sockets.subscribed >= 0 else {
            poll(instead: sockets.refusal)
            return
        }
        subscribed = NetlinkSocket(descriptor: sockets.subscribed)
        dumpTimer = LoopTimer { [weak self] in self?.startDump() }
        watch = DescriptorWatch(sockets.subscribed, for: .readable) { [weak self] _ in self?.receive() }
        startDump()
    }

    /// The newest reading, then each that differs.
    ///
    /// For one consumer, which skips what it is too slow for; ends with its task.
    package func readings() -> AsyncStream<PathReading> { stream }

    /// What was published last; none before the first look.
    package var snapshot: PathSnapshot { published?.snapshot ?? .none }

    /// Asks the kernel for everything again, at once.
    package func refresh() {
        if case .polling = source { return poll() }
        startDump()
    }

    // MARK: messages

    private func receive() {
        while let subscribed {
            switch subscribed.receive() {
            case .messages(let messages): for message in messages { take(message) }
            case .empty:
                if isDirty { evaluateSoon() }
                return
            case .overrun: requestDump()
            case .failed(let errno): return poll(instead: errno)
            }
        }
    }

    private func take(_ raw: clinux_route_message) {
        guard let message = RouteMessage(raw) else { return }
        // News that another program caused carry that program's sequence numbers.
        let isReply = raw.ends_in_dump != 0 || raw.type == UInt16(CLINUX_NLMSG_ERROR)
        if isReply, raw.sequence == dump?.sequence {
            dump?.apply(message, interrupted: raw.header_flags & UInt16(CLINUX_NLM_F_DUMP_INTR) != 0)
            switch message {
            case .done: advanceDump()
            case .failed(let errno): failDump(errno)
            default: break
            }
            return
        }
        dump?.apply(message)
        guard tables?.apply(message) == true else {
            isDirty = isDirty || tables != nil
            return
        }
        isDirty = true
        requestDump()
    }

    // MARK: dumps

    /// Starts a dump, but not more often than every two seconds.
    private func requestDump() {
        let earliest = dumpStarted.advanced(by: KernelPath.dumpSpacing)
        if earliest <= LoopClock().now { return startDump() }
        dumpTimer?.arm(earliest)
    }

    private func startDump() {
        dumpTimer?.disarm()
        let now = LoopClock().now
        guard dump == nil || dumpStarted.advanced(by: KernelPath.dumpSpacing) <= now else {
            // The kernel gives one dump at a time.
            isDumpRepeated = true
            return
        }
        isDumpRepeated = false
        dumpStarted = now
        dump = RouteDump(sequence: dumpSequence)
        dumpSequence &+= 8
        askForDump()
    }

    private func askForDump() {
        guard let subscribed, let dump else { return }
        guard clinux_netlink_dump(subscribed.descriptor, dump.request, dump.sequence) != 0 else { return }
        failDump(errno)
    }

    private func advanceDump() {
        if dump?.advance() == true { return askForDump() }
        guard let finished = dump else { return }
        dump = nil
        if finished.wasInterrupted, interruptedDumps < KernelPath.dumpAttempts {
            interruptedDumps += 1
            return startDump()
        }
        interruptedDumps = 0
        tables = finished.tables
        isDirty = true
        if isDumpRepeated { startDump() }
    }

    /// The kernel is busy with an earlier dump, or refuses all of them.
    private func failDump(_ errno: Int32) {
        dump = nil
        if tables == nil, errno != EBUSY, errno != ENOBUFS, errno != EAGAIN { return poll(instead: errno) }
        requestDump()
    }

    // MARK: publishing

    private func evaluateSoon() {
        isDirty = true
        guard !isInBurst else { return }
        isInBurst = true
        burstTimer?.arm(LoopClock().now.advanced(by: KernelPath.coalescing))
        evaluate()
    }

    private func endBurst() {
        isInBurst = false
        if isDirty { evaluateSoon() }
    }

    private func evaluate() {
        isDirty = false
        if case .polling = source { return publish(ProcRoutes.read().snapshot(destinations)) }
        guard let tables else { return }
        let answers = destinations.compactMap { destination -> KernelTables.Answer? in
            questionSequence &+= 1
            let route = questions?.route(to: destination, sequence: questionSequence)
            return route.map { KernelTables.Answer(destination: destination, route: $0) }
        }
        publish(tables.snapshot(answers))
    }

    private func publish(_ snapshot: PathSnapshot) {
        let reading = PathReading(snapshot: snapshot, source: source)
        guard reading != published else { return }
        published = reading
        continuation.yield(reading)
    }

    // MARK: without netlink

    private func poll(instead errno: Int32) {
        source = .polling(errno: errno)
        watch = nil
        subscribed = nil
        dump = nil
        dumpTimer = LoopTimer { [weak self] in self?.poll() }
        poll()
    }

    private func poll() {
        dumpTimer?.arm(LoopClock().now.advanced(by: KernelPath.pollingInterval))
        evaluate()
    }
}
