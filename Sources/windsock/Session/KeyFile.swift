import Glibc

/// The key in the state directory, where `windsock key set` keeps it.
///
/// This is how it is changed while the daemon is stopped; a running daemon does it itself.
package enum KeyFile {
    /// The daemon takes no longer ones; OpenWeatherMap's have 32 characters.
    private static let lengthLimit = 128

    static func exists(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_size > 0
    }

    /// The key in what was typed or piped: one line's worth of printable ASCII.
    package static func key(in bytes: [UInt8]) throws(InputFault) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let trimmed = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        guard !trimmed.isEmpty else { throw .emptyKey }
        guard trimmed.count <= lengthLimit, trimmed.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .malformedKey
        }
        return String(decoding: trimmed, as: UTF8.self)
    }

    /// Puts the key in place, all of it or nothing: a new file of mode 0600 with the directory's owner takes
    /// the old one's name, and both are on the disk before this returns.
    static func write(_ key: String, to path: String, directory: String) throws(CommandError) {
        var owner = stat()
        guard stat(directory, &owner) == 0 else { throw .file(.cannotCreate(path: path, errno: errno)) }
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(.cannotCreate(path: path, errno: errno)) }
        let text = key + "\n"
        var isDone = Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
        if geteuid() == 0 { isDone = isDone && fchown(descriptor, owner.st_uid, owner.st_gid) == 0 }
        isDone = isDone && fsync(descriptor) == 0 && rename(temporary, path) == 0
        let number = errno
        close(descriptor)
        guard isDone else {
            unlink(temporary)
            throw .file(.cannotWrite(path: path, errno: number))
        }
        syncDirectory(directory)
    }

    /// Takes the key away.
    ///
    /// None there is no error.
    static func remove(_ path: String, directory: String) throws(CommandError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .file(.cannotWrite(path: path, errno: errno))
        }
        syncDirectory(directory)
    }

    private static func syncDirectory(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
