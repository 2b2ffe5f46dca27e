import Core
import EventLoop
import Glibc
package import OpenWeatherMap

/// The log: one line for each change, written with one write(2) to standard error.
///
/// Where the journal listens a line begins with its priority (`<4>`, sd-daemon(3)) and journald adds the time;
/// elsewhere it begins with the time. Whatever key is or was in force is taken out last, by value.
package final class Log: Sendable {
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    private let goesToJournal: Bool
    private let redactor = Lock(Redactor([]))

    /// `journalStream` is the environment's JOURNAL_STREAM.
    ///
    /// It names the device and inode of the stream to the journal, and is inherited by what has its standard
    /// error elsewhere; so only standard error itself tells (systemd.exec(5)).
    package init(journalStream: String?) {
        var status = stat()
        guard let journalStream, fstat(STDERR_FILENO, &status) == 0 else {
            goesToJournal = false
            return
        }
        goesToJournal = journalStream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Keys that must never appear from now on.
    package func redact(_ keys: [APIKey]) {
        redactor.withLock { $0 = Redactor(keys) }
    }

    package func write(_ priority: Priority, _ message: String) {
        // Before it is cut, which could leave most of a key, and after, when nothing can hide within one.
        let clean = redactor.withLock { $0.redact($0.redact(message).printable(limit: 1000)) }
        let prefix = goesToJournal ? "<\(priority.rawValue)>" : WallClock.now.rfc3339 + " "
        let line = Array((prefix + clean + "\n").utf8)
        _ = line.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    }
}
