import Core
import Glibc

/// A file of no use but its size: when the disk is full, giving it up leaves room for what makes room, because
/// a checkpoint and even a deletion have to write first.
struct Ballast {
    static let size: Int64 = 1024 * 1024
    /// On a small disk it takes no more than this part of what is free.
    static let shareOfFree: Int64 = 8
    private static let smallest: Int64 = 64 * 1024

    private let path: String

    /// `ballast` in the directory of the database.
    init(beside database: String) {
        path = FilePath.sibling("ballast", of: database)
    }

    /// Makes the file when it is not there; does nothing on a disk that has hardly any room left.
    func put() {
        guard !isThere, let free = FreeSpace.bytes(at: path) else { return }
        let bytes = min(Ballast.size, free / Ballast.shareOfFree)
        guard bytes >= Ballast.smallest else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if posix_fallocate(descriptor, 0, off_t(bytes)) != 0 { unlink(path) }
    }

    var isThere: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Gives its room back.
    func release() { unlink(path) }
}
