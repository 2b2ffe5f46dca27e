import Core
package import Glibc

/// Puts new content in the place of a file: who reads it meanwhile sees the old content or the new, never a part.
package enum FileReplacement {
    package struct Owner {
        package var user: uid_t
        package var group: gid_t

        package init(user: uid_t, group: gid_t) {
            self.user = user
            self.group = group
        }
    }

    /// Writes a new file beside `path`, which then takes its name (rename(2)).
    ///
    /// The mode is as given, whatever the umask. With `isLasting` content and name are on the disk when this returns;
    /// without, the file may be empty after a power cut. A link in the way of the new file is never followed.
    ///
    /// - Throws: The call that failed; what was at `path` is as it was, unless the call is the fsync(2) of the directory.
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t, owner: Owner? = nil, isLasting: Bool
    ) throws(SystemFailure) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw SystemFailure("open", temporary) }
        do throws(SystemFailure) {
            try fill(descriptor, bytes, temporary)
            guard fchmod(descriptor, mode) == 0 else { throw SystemFailure("chmod", temporary) }
            if let owner, fchown(descriptor, owner.user, owner.group) != 0 {
                throw SystemFailure("chown", temporary)
            }
            if isLasting, fsync(descriptor) != 0 { throw SystemFailure("fsync", temporary) }
            guard rename(temporary, path) == 0 else { throw SystemFailure("rename", temporary) }
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        if isLasting { try makeNameLast(of: path) }
    }

    /// A name that was given or taken away is so for good once its directory is on the disk.
    package static func makeNameLast(of path: String) throws(SystemFailure) {
        let directory = FilePath.parts(path).directory ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open", directory) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemFailure("fsync", directory) }
    }

    private static func fill(
        _ descriptor: Int32, _ bytes: [UInt8], _ path: String
    ) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFailure("write", path) }
            rest = rest.dropFirst(count)
        }
    }
}
