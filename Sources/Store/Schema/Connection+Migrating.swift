import Glibc

extension Connection {
    /// Runs the migrations the file has not seen, each in a transaction that also moves `user_version`.
    ///
    /// A file that held a version before is first copied beside itself, as `<path>.version-<number>`, with
    /// VACUUM INTO.
    ///
    /// - Throws: `noRoom` when the file system has less than twice the file's size left; nothing is changed
    ///   then. What a migration meets undoes that migration and leaves the ones before it.
    func migrate(from version: Int64, through migrations: [Migration], path: String) throws(StoreError) {
        let pending = migrations.dropFirst(Int(clamping: version))
        guard !pending.isEmpty else { return }
        if version > 0 { try backUp(version: version, path: path) }
        var reached = version
        for migration in pending {
            reached += 1
            try transaction { () throws(StoreError) in
                try runScript(migration.script)
                try runScript(
                    """
                    PRAGMA application_id = \(Schema.applicationID);
                    PRAGMA user_version = \(reached);
                    """)
            }
        }
    }

    private func backUp(version: Int64, path: String) throws(StoreError) {
        let size = try number("PRAGMA page_count") * number("PRAGMA page_size")
        guard let available = FreeSpace.bytes(at: path) else { throw .ioError(.system(errno, path)) }
        guard available / 2 >= size else { throw .noRoom(needed: size * 2, available: available) }
        let copy = "\(path).version-\(version)"
        let partial = copy + ".partial"
        // VACUUM INTO wants a new file, and a crash may have left the beginning of one.
        unlink(partial)
        try run("VACUUM INTO ?", [.text(partial)])
        chmod(partial, 0o644)
        try synchronise(partial)
        guard rename(partial, copy) == 0 else { throw .ioError(.system(errno, copy)) }
    }

    private func synchronise(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .ioError(.system(errno, path)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .ioError(.system(errno, path)) }
    }
}
