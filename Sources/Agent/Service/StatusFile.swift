import Core
import EventLoop
import Glibc
import Store

/// `status.json`: GetStatus in a file, replaced atomically, for those who want no socket.
///
/// At most once a second, except that a change of reachability is written at once.
@LoopActor
final class StatusFile {
    private static let pause: Duration = .seconds(1)

    private let path: String
    private let content: @LoopActor () -> [UInt8]
    private var writtenAt = Moment.distantPast
    private lazy var timer = LoopTimer { [weak self] in self?.write() }
    private var isPending = false

    init(path: String, content: @escaping @LoopActor () -> [UInt8]) {
        self.path = path
        self.content = content
    }

    /// Something changed; `isUrgent` for reachability.
    func update(isUrgent: Bool) {
        let now = LoopClock().now
        if isUrgent || writtenAt.duration(to: now) >= StatusFile.pause { return write() }
        guard !isPending else { return }
        isPending = true
        timer.arm(writtenAt.advanced(by: StatusFile.pause))
    }

    func remove() {
        timer.disarm()
        unlink(path)
    }

    /// The runtime directory is a memory file system, so this does not block; a failure leaves the old file,
    /// or none.
    private func write() {
        isPending = false
        writtenAt = LoopClock().now
        try? FileReplacement.replace(
            path, with: content() + [UInt8(ascii: "\n")], mode: 0o644, isLasting: false)
    }
}
