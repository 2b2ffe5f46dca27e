import Glibc

/// The right to write to the database of a state directory, held by one process at a time.
///
/// The daemon holds it for its life, which also makes it the only daemon there; the command holds it while it
/// edits without the daemon. The kernel releases it when the value goes or the process ends, however that
/// happens. The governing page is flock(2).
package struct DatabaseLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock of the state directory, at once or not at all.
    ///
    /// - Throws: `locked` when somebody holds it; `cannotOpen` when `<directory>/lock` cannot be made or
    ///   opened, also when it is a symbolic link.
    package init(directory: String) throws(StoreError) {
        let path = directory + "/lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
        guard opened >= 0 else { throw .cannotOpen(.system(errno, path)) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(opened) }
            guard reason == EWOULDBLOCK else { throw .cannotOpen(.system(reason, path)) }
            throw .locked(holder: DatabaseLock.holder(named: opened))
        }
        descriptor = opened
        // The number is for a message only; the lock does not depend on it.
        fchmod(opened, 0o644)
        ftruncate(opened, 0)
        let text = "\(getpid())\n"
        pwrite(opened, text, text.utf8.count, 0)
    }

    deinit {
        close(descriptor)
    }

    private static func holder(named descriptor: Int32) -> Int32? {
        var bytes: [UInt8] = Array(repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        let digits = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}
