import Glibc

/// A file that others read while it is written: they see the old content or the new, never a part.
enum AtomicFile {
    /// Puts `bytes` in the place of `path`, mode 0644: a new file beside it takes its name.
    ///
    /// It is not forced to the disk, so after a power cut the file may be empty.
    ///
    /// - Throws: The errno of the call that failed; the old file is as it was then.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SystemFailure) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw SystemFailure("open", temporary) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isDone = written == bytes.count && fchmod(descriptor, 0o644) == 0
        let failure = SystemFailure("write", path)
        close(descriptor)
        guard isDone else {
            unlink(temporary)
            throw failure
        }
        guard rename(temporary, path) == 0 else {
            let failure = SystemFailure("rename", path)
            unlink(temporary)
            throw failure
        }
    }
}
