import Core
import Glibc

/// Opens the database of the daemon, and makes a new one of what is left when it is damaged or lost.
///
/// The damaged file and its sidecars are renamed, never changed in content; the watch list comes from its
/// export, or from the damaged file where there is none; the history is salvaged by key ranges.
struct DatabaseRecovery {
    let path: String

    /// What a database that is ready for use is.
    struct Opened {
        let connection: Connection
        let isNew: Bool
        let recovery: StoreRecovery?
    }

    /// Opens the database, and recovers it once when it is damaged, or missing or empty beside an export.
    ///
    /// - Throws: What opening does, damage only when the new database is damaged as well.
    func open() throws(StoreError) -> Opened {
        let list = WatchListFile(beside: path)
        if isEmpty, try list.places() != nil { return try recover(from: nil) }
        do throws(StoreError) {
            let (connection, isNew) = try Connection.openForWriting(path, creation: .allowed)
            if !isNew { try connection.checkBeforeUse(path) }
            // An edit that was committed just before the end may not be in the export yet. That it cannot be
            // written is no reason not to start.
            try? list.write(try PlaceTable(connection).all())
            return Opened(connection: connection, isNew: isNew, recovery: nil)
        } catch {
            guard error.isDamage else { throw error }
            return try recover(from: error)
        }
    }

    /// Sets aside what is there and begins anew with what can be saved; nobody has the file open.
    func recover(from damage: StoreError?) throws(StoreError) -> Opened {
        let listed = try WatchListFile(beside: path).places()
        let aside = try setAside()
        let (fresh, _) = try Connection.openForWriting(path, creation: .allowed)
        if let listed {
            try fresh.transaction { () throws(StoreError) in
                let table = PlaceTable(fresh)
                for place in listed { try table.restore(place) }
            }
        }
        if let aside, damage != nil {
            // What is not readable stays in the file that was set aside; the new database is whole without it.
            try? Salvage(of: aside, into: path).run(withPlaces: listed == nil)
        }
        let places = try PlaceTable(fresh).all()
        try? WatchListFile(beside: path).write(places)
        let recovery = StoreRecovery(
            damage: damage, setAside: aside, places: Int64(places.count),
            observations: try fresh.number("SELECT count(*) FROM observation"))
        return Opened(connection: fresh, isNew: false, recovery: recovery)
    }

    private var isEmpty: Bool {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
    }

    /// Renames the database to `<path>.corrupt-<UTC>`, and its -wal and -shm with it.
    ///
    /// - Returns: The new name of the database; nil when there was no file.
    private func setAside() throws(StoreError) -> String? {
        var name = path + ".corrupt-" + Self.stamp
        while access(name, F_OK) == 0 { name += "+" }
        var isFound = false
        for suffix in ["", "-wal", "-shm"] {
            if rename(path + suffix, name + suffix) == 0 {
                isFound = isFound || suffix.isEmpty
            } else if errno != ENOENT {
                throw .readOnly(.system(errno, path + suffix))
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
    fileprivate static func damaged(_ what: String) -> StoreError {
        // SQLITE_CORRUPT
        .corrupt(SQLiteReport(extendedCode: 11, message: what, osErrno: 0))
    }
}
