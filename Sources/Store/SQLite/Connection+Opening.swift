import CSQLite
import Core
import Glibc

extension Connection {
    /// How long a statement of the daemon waits for a lock, and one of the command.
    private static let writerPatience: Int32 = 5000
    private static let readerPatience: Int32 = 2000

    /// What survives in the log file after a checkpoint; a reader that pinned it may have let it grow far
    /// beyond.
    private static let logSizeLimit = 4 * 1024 * 1024

    /// Whether a file that is not there may be created.
    package enum Creation: Sendable {
        case allowed
        case refused
    }

    /// Opens the database for writing, and brings it to the newest version.
    ///
    /// One process does this at a time, the one that holds the `DatabaseLock`. A created file has mode 0644
    /// whatever the umask; the -wal and -shm files take theirs from it and stay after the last close, so that
    /// everybody who may read the directory can still open the database for reading.
    ///
    /// - Returns: The connection, and whether the database is new.
    /// - Throws: `missing`, `cannotOpen`, `notADatabase`, `foreignFile`, `newerSchema`, `noRoom` and what
    ///   else SQLite meets. The file is unchanged unless a migration was begun, and that is undone.
    package static func openForWriting(
        _ path: String, creation: Creation, migrations: [Migration] = Schema.migrations
    ) throws(StoreError) -> (connection: Connection, isNew: Bool) {
        let isCreated = try !fileExists(path)
        if isCreated, creation == .refused { throw .missing(path: path) }
        let connection = try open(
            path, flags: SQLITE_OPEN_READWRITE | (isCreated ? SQLITE_OPEN_CREATE : 0),
            patience: writerPatience)
        // The file itself must not be opened and closed beside SQLite: that would drop the process's locks on
        // it.
        if isCreated { chmod(path, 0o644) }
        try connection.runScript(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA foreign_keys = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA analysis_limit = 400;
            PRAGMA secure_delete = FAST;
            """)
        // SQLite opens a file that it may not write for reading, and says so only to the first who writes.
        if connection.isReadOnly { throw .readOnly(.system(access(path, W_OK) == 0 ? EROFS : errno, path)) }
        let version = try connection.identify(path: path, known: Int64(migrations.count))
        if version == nil, creation == .refused { throw .missing(path: path) }
        // journal_mode changes the file's header, so it waits until the file is known to be ours.
        try connection.runScript(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA journal_size_limit = \(logSizeLimit);
            """)
        try connection.migrate(from: version ?? 0, through: migrations, path: path)
        // The same of the log shows at the first lock.
        try connection.run("BEGIN IMMEDIATE")
        connection.rollBack()
        return (connection, version == nil)
    }

    /// Opens a new database for writing with a damaged one attached as `damaged`.
    ///
    /// SQLite reads what it can of a file that is shorter than it says, or whose schema is damaged, only for a
    /// connection that may write to schemas. Closing leaves the damaged file's log alone.
    static func openForSalvage(of damaged: String, into path: String) throws(StoreError) -> Connection {
        let connection = try open(
            path, flags: SQLITE_OPEN_READWRITE, patience: writerPatience, isDefensive: false)
        try connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE)
        try connection.runScript(
            """
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA synchronous = NORMAL;
            PRAGMA writable_schema = ON;
            """)
        try connection.run("ATTACH ? AS damaged", [.text(try resolvingDirectory(of: damaged))])
        return connection
    }

    /// Opens the database for reading only; nothing this connection does can change a file.
    ///
    /// - Throws: `missing` when there is none, or the daemon is about to make one; else as `openForWriting`.
    package static func openForReading(_ path: String) throws(StoreError) -> Connection {
        guard try fileExists(path) else { throw .missing(path: path) }
        let connection = try open(path, flags: SQLITE_OPEN_READONLY, patience: readerPatience)
        try connection.runScript("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON;")
        guard try connection.identify(path: path, known: Schema.version) != nil else {
            throw .missing(path: path)
        }
        return connection
    }

    /// Reads whose file this is.
    ///
    /// - Returns: The schema version; nil for a file without any content, which a first start cut short
    ///   leaves behind.
    /// - Throws: `foreignFile`, `newerSchema`, `notADatabase`, `corrupt`.
    private func identify(path: String, known: Int64) throws(StoreError) -> Int64? {
        let application = try number("PRAGMA application_id")
        let version = try number("PRAGMA user_version")
        if application == 0, version == 0, try number("SELECT count(*) FROM sqlite_schema") == 0 {
            return nil
        }
        guard application == Schema.applicationID, version > 0 else { throw .foreignFile(path: path) }
        guard version <= known else { throw .newerSchema(found: version, known: known) }
        return version
    }

    /// Lets changes fail with `full` when the database would grow beyond this size.
    func limitSize(to bytes: Int64) throws(StoreError) {
        let pages = try max(1, bytes / max(1, number("PRAGMA page_size")))
        try run("PRAGMA max_page_count = \(pages)")
    }

    private static func open(
        _ path: String, flags: Int32, patience: Int32, isDefensive: Bool = true
    ) throws(StoreError) -> Connection {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            try resolvingDirectory(of: path), &handle,
            flags | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            let report = SQLiteReport.last(of: handle, code: code)
            sqlite3_close_v2(handle)
            throw StoreError(report)
        }
        let connection = Connection(owning: handle)
        sqlite3_busy_timeout(handle, patience)
        if isDefensive { try connection.configure(SQLITE_DBCONFIG_DEFENSIVE) }
        _ = csqlite_persist_wal(handle)
        return connection
    }

    /// SQLITE_OPEN_NOFOLLOW refuses a symbolic link anywhere in the path.
    ///
    /// One at its end is what an attacker would leave; a linked state directory is the administrator's
    /// choice.
    private static func resolvingDirectory(of path: String) throws(StoreError) -> String {
        let (parent, name) = FilePath.parts(path)
        let directory = parent ?? "."
        guard let resolved = realpath(directory, nil) else { throw .cannotOpen(.system(errno, directory)) }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + name
    }

    private static func fileExists(_ path: String) throws(StoreError) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        guard errno == ENOENT else { throw .cannotOpen(.system(errno, path)) }
        return false
    }
}

extension SQLiteReport {
    /// A system call of our own that failed.
    static func system(_ number: Int32, _ path: String) -> SQLiteReport {
        SQLiteReport(
            extendedCode: 0, message: path + ": " + String(cString: strerror(number)), osErrno: number)
    }
}
