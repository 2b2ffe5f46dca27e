import Core
import Glibc
import Store

/// Directories that are made when they are missing.
enum DirectoryTree {
    /// Makes a directory and those above it, 0755 (mkdir(2)); one that is there is left as it is.
    static func make(_ path: String) throws(SystemFailure) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        if let parent = FilePath.parts(path).directory, parent != "/" { try make(parent) }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemFailure("mkdir", path) }
    }
}
