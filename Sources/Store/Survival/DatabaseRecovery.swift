import Core
import Glibc

/// Opens the database of the daemon, and makes a new one of what is left when it is damaged or lost.
///
/// The damaged file and its sidecars are renamed, never changed in content; the watch list comes from its
/// export, or from the damaged file where there is none; the history is salvaged by key ranges.
///
/// The new database is made beside the old one and takes its name when it is whole, so a recovery that is cut
/// short or for which there is no room leaves everything as it was, and the next one begins anew:
///
/// | beside the database | means |
/// |---|---|
/// | `.new` | a recovery that did not come to its end; it is of no use |
/// | `.whole` | one that did: what is damaged is still to be set aside, or has just been |
struct DatabaseRecovery {
    let path: String

    /// What opening found.
    struct Finding: Sendable {
        var isNew = false
        var wasInterrupted = false
        var recovery: StoreRecovery?
    }

    /// Opens the database, and recovers it once when it is damaged, or missing or empty beside an export.
    ///
    /// - Throws: What opening does, damage only when the new database is damaged as well.
    func open() throws(StoreError) -> (connection: Connection, finding: Finding) {
        let wasReplaced = try finishReplacing()
        let list = WatchListFile(beside: path)
        if isEmpty(path), try list.places() != nil { return try recover(from: nil) }
        // A writer that ends in order leaves an empty log.
        let wasInterrupted = !isEmpty(path + "-wal")
        do throws(StoreError) {
            let (connection, isNew) = try Connection.openForWriting(path, creation: .allowed)
            if !isNew { try connection.checkBeforeUse(path) }
            // An edit that was committed just before the end may not be in the export yet. That it cannot be
            // written is no reason not to start.
            try? list.write(try PlaceTable(connection).all())
            var finding = Finding(isNew: isNew, wasInterrupted: wasInterrupted && !isNew)
            if wasReplaced {
                finding.recovery = StoreRecovery(
                    damage: .damaged("its replacement was cut short"), setAside: nil,
                    places: try connection.number("SELECT count(*) FROM place"),
                    observations: try connection.number("SELECT count(*) FROM observation"))
            }
            return (connection, finding)
        } catch {
            guard error.isDamage else { throw error }
            return try recover(from: error)
        }
    }

    /// Sets aside what is there and begins anew with what can be saved; nobody has the file open.
    func recover(
        from damage: StoreError?
    ) throws(StoreError) -> (connection: Connection, finding: Finding) {
        var recovery = StoreRecovery(damage: damage, setAside: nil, places: 0, observations: 0)
        try rebuild(from: damage, &recovery)
        recovery.setAside = try setAside(path)
        try rename(path + ".whole", to: path)
        let (connection, _) = try Connection.openForWriting(path, creation: .refused)
        try? WatchListFile(beside: path).write(try PlaceTable(connection).all())
        return (connection, Finding(recovery: recovery))
    }

    /// Makes the new database, `.whole`, out of the export and the old one.
    private func rebuild(from damage: StoreError?, _ recovery: inout StoreRecovery) throws(StoreError) {
        let new = path + ".new"
        for name in [new, path + ".whole", path + ".patched"] { remove(name) }
        let listed = try WatchListFile(beside: path).places()
        do {
            let (fresh, _) = try Connection.openForWriting(new, creation: .allowed)
            if let listed {
                try fresh.transaction { () throws(StoreError) in
                    let table = PlaceTable(fresh)
                    for place in listed { try table.restore(place) }
                }
            }
            if let damage {
                // What is not readable stays in the file that is set aside; the new database is whole
                // without it. That what is readable cannot be written is another matter.
                do throws(StoreError) {
                    try salvage(after: damage, into: new, fresh, withPlaces: listed == nil)
                } catch  where error.isOfWriting {
                    throw error
                } catch {}
            }
            recovery.places = try fresh.number("SELECT count(*) FROM place")
            recovery.observations = try fresh.number("SELECT count(*) FROM observation")
            try fresh.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        // Closed, and all of it in the file itself.
        guard isEmpty(new + "-wal") else { throw .system(EBUSY, new) }
        for suffix in ["-wal", "-shm"] { unlink(new + suffix) }
        try rename(new, to: path + ".whole")
    }

    private func salvage(
        after damage: StoreError, into new: String, _ fresh: Connection, withPlaces: Bool
    ) throws(StoreError) {
        guard case .notADatabase = damage else {
            return try Salvage(of: path, into: new).run(withPlaces: withPlaces)
        }
        // Not even the header can be read. Ours are all alike, so a copy gets that of the new database.
        try fresh.run("PRAGMA wal_checkpoint(TRUNCATE)")
        let copy = path + ".patched"
        defer { remove(copy) }
        guard try HeaderPatch(of: path, like: new).write(to: copy) else { return }
        try Salvage(of: copy, into: new).run(withPlaces: withPlaces)
    }

    /// Brings a recovery to its end that had made its new database and was cut short while it took the old one's
    /// place.
    ///
    /// - Returns: Whether there was one.
    private func finishReplacing() throws(StoreError) -> Bool {
        let whole = path + ".whole"
        guard access(path, F_OK) != 0, access(whole, F_OK) == 0 else { return false }
        // The old one's log must not be taken for the new one's.
        _ = try setAside(path)
        try rename(whole, to: path)
        return true
    }

    private func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
    }

    private func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The new name is on the disk when this returns.
    private func rename(_ old: String, to new: String) throws(StoreError) {
        guard Glibc.rename(old, new) == 0 else { throw .system(errno, old) }
        do throws(SystemFailure) { try FileReplacement.makeNameLast(of: new) } catch {
            throw StoreError(error)
        }
    }

    /// Renames the database to `<path>.corrupt-<UTC>`, and its -wal and -shm with it.
    ///
    /// - Returns: The new name of the database; nil when there was no file.
    private func setAside(_ path: String) throws(StoreError) -> String? {
        var name = path + ".corrupt-" + Self.stamp
        while access(name, F_OK) == 0 || access(name + "-wal", F_OK) == 0 { name += "+" }
        var isFound = false
        for suffix in ["", "-wal", "-shm"] {
            if Glibc.rename(path + suffix, name + suffix) == 0 {
                isFound = isFound || suffix.isEmpty
            } else if errno != ENOENT {
                throw .system(errno, path + suffix)
            }
        }
        return isFound ? name : nil
    }

    /// Now, as `20260131T235959Z`.
    private static var stamp: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Connection {
    /// Tables whose damage must be known before the first use; all are small, however long the history is.
    private static let smallTables = [
        "place", "candidate", "removed", "condition", "latest", "schedule", "gate", "month",
    ]

    /// Looks at what every start reads anyway.
    ///
    /// - Throws: `corrupt`.
    func checkBeforeUse(_ path: String) throws(StoreError) {
        // With an empty log the file itself has to hold every page its header counts. Readers in the way, or a
        // full disk, only mean that the log stays.
        _ = try? run("PRAGMA wal_checkpoint(PASSIVE)")
        var file = stat()
        let (pages, size) = (try number("PRAGMA page_count"), try number("PRAGMA page_size"))
        if stat(path + "-wal", &file) != 0 || file.st_size == 0, stat(path, &file) == 0 {
            guard Int64(file.st_size) >= pages * size else { throw .damaged("the file is cut short") }
        }
        for table in Self.smallTables {
            let finding = try first("PRAGMA integrity_check(\(table))") { $0.text() }
            guard finding == "ok" else { throw .damaged("\(table): \(finding ?? "unreadable")") }
        }
    }
}

extension StoreError {
    /// Damage that SQLite did not have to be asked for.
    static func damaged(_ what: String) -> StoreError {
        // SQLITE_CORRUPT
        .corrupt(SQLiteReport(extendedCode: 11, message: what, osErrno: 0))
    }
}
