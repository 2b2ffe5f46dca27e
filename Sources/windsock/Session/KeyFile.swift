import Glibc
import Store

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
        do throws(SystemFailure) {
            // Root's command writes for the daemon's user.
            let isRoot = geteuid() == 0
            try FileReplacement.replace(
                path, with: Array((key + "\n").utf8), mode: 0o600,
                owner: isRoot ? .init(user: owner.st_uid, group: owner.st_gid) : nil, isLasting: true)
        } catch {
            throw .file(
                error.call == "open"
                    ? .cannotCreate(path: path, errno: error.number)
                    : .cannotWrite(path: path, errno: error.number))
        }
    }

    /// Takes the key away.
    ///
    /// None there is no error.
    static func remove(_ path: String) throws(CommandError) {
        guard unlink(path) == 0 else {
            if errno == ENOENT { return }
            throw .file(.cannotWrite(path: path, errno: errno))
        }
        do throws(SystemFailure) {
            try FileReplacement.makeNameLast(of: path)
        } catch {
            throw .file(.cannotWrite(path: path, errno: error.number))
        }
    }
}
