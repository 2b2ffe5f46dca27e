import Core
import Glibc

/// A path as the address of a Unix socket (unix(7)).
enum SocketAddress {
    /// The longest path, in bytes without the NUL, that fits an address.
    static let pathLimit = 107

    /// O_PATH of open(2), which Glibc shows to GNU sources only: reaching a directory takes no right to list it.
    private static let pathOnly: Int32 = 0x20_0000

    /// Calls `body` with the address of `path`; the result of a system call, -1 with errno set when it failed.
    ///
    /// A longer path is reached through `/proc/self/fd` of its directory, so that only its last component is limited.
    static func withAddress(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        if path.utf8.count <= pathLimit { return fill(path, body) }
        let (parent, name) = FilePath.parts(path)
        guard let parent, parent != "/" else {
            errno = ENAMETOOLONG
            return -1
        }
        let directory = open(parent, pathOnly | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return -1 }
        defer { keepingErrno { _ = close(directory) } }
        return fill("/proc/self/fd/\(directory)/\(name)", body)
    }

    private static func fill(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        guard bytes.count <= pathLimit, !bytes.contains(0) else {
            errno = ENAMETOOLONG
            return -1
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func keepingErrno(_ body: () -> Void) {
        let number = errno
        body()
        errno = number
    }
}
