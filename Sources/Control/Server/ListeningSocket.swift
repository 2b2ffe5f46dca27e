import Glibc

/// The control socket in the file system: bound, open to everybody and listening.
///
/// Its path is removed with it, unless somebody else has taken the path meanwhile.
struct ListeningSocket: ~Copyable {
    let descriptor: Int32
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Connections that wait to be accepted.
    private static let backlog: Int32 = 64
    private static let socketType = Int32(
        SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Binds and listens.
    ///
    /// What a process that died has left at the path is replaced, nothing else is.
    init(path: String) throws(ControlBindError) {
        try ListeningSocket.removeStale(path)
        let descriptor = socket(AF_UNIX, ListeningSocket.socketType, 0)
        guard descriptor >= 0 else { throw .system(path: path, errno) }
        let isBound = SocketAddress.withAddress(of: path) { bind(descriptor, $0, $1) } == 0
        var status = stat()
        // The mode is set before anybody can connect; whom it lets in is decided by the peer's credentials.
        guard isBound, chmod(path, 0o666) == 0, lstat(path, &status) == 0,
            listen(descriptor, ListeningSocket.backlog) == 0
        else {
            let number = errno
            if isBound { unlink(path) }
            close(descriptor)
            switch number {
            case ENOENT, ENOTDIR: throw .noDirectory(path: path)
            case EADDRINUSE: throw .inUse(path: path)
            default: throw .system(path: path, number)
            }
        }
        self.descriptor = descriptor
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    deinit {
        var status = stat()
        if lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode { unlink(path) }
        close(descriptor)
    }

    /// Removes a socket on which nobody listens.
    private static func removeStale(_ path: String) throws(ControlBindError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            switch errno {
            case ENOENT: return
            case ENOTDIR: throw .noDirectory(path: path)
            case let number: throw .system(path: path, number)
            }
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = socket(AF_UNIX, socketType, 0)
        guard probe >= 0 else { throw .system(path: path, errno) }
        defer { close(probe) }
        if SocketAddress.withAddress(of: path, { connect(probe, $0, $1) }) == 0 { throw .inUse(path: path) }
        switch errno {
        case ECONNREFUSED, ENOENT: unlink(path)
        // EAGAIN: its queue is full, EPROTOTYPE: it is of another type. Somebody has it open all the same.
        case EAGAIN, EPROTOTYPE: throw .inUse(path: path)
        case let number: throw .system(path: path, number)
        }
    }

    /// The next connection, non-blocking; -1 with errno set when there is none.
    borrowing func accept() -> Int32 {
        // accept4(2) would do it in one call, but Glibc shows it to GNU sources only; no other thread starts programs.
        let connection = Glibc.accept(descriptor, nil, nil)
        if connection >= 0 {
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        }
        return connection
    }
}
