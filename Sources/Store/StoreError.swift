import CSQLite
package import Core
import Glibc

/// Everything that can go wrong with the store.
///
/// SQLite's result codes become one of the first nine cases at the room's border; the report keeps the code
/// itself.
package enum StoreError: Error, Equatable, Sendable {
    /// Somebody else held a lock for longer than the busy time-out (SQLITE_BUSY, SQLITE_LOCKED).
    case busy(SQLiteReport)
    /// The disk is full, or the database has reached its size limit (SQLITE_FULL).
    case full(SQLiteReport)
    /// The disk, or memory, failed (SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_NOLFS).
    case ioError(SQLiteReport)
    /// The file, its directory or the disk may only be read (SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH).
    case readOnly(SQLiteReport)
    /// The file is damaged (SQLITE_CORRUPT).
    case corrupt(SQLiteReport)
    /// The file is no SQLite database (SQLITE_NOTADB).
    case notADatabase(SQLiteReport)
    /// The file, or one beside it, cannot be opened (SQLITE_CANTOPEN).
    case cannotOpen(SQLiteReport)
    /// A rule of the schema forbids the change (SQLITE_CONSTRAINT).
    case constraint(SQLiteReport)
    /// A fault of ours: wrong SQL, a wrong index, a call out of turn (SQLITE_ERROR, SQLITE_MISUSE and the
    /// rest).
    case misuse(SQLiteReport)

    /// Another place has this name, letter case aside.
    case duplicateName(String)
    /// There is no such place on the list, or none any more.
    case noSuchPlace(PlaceID)
    /// The database was written by a newer version of windsock.
    case newerSchema(found: Int64, known: Int64)
    /// The file is a database of some other program.
    case foreignFile(path: String)
    /// There is no database yet; only the daemon creates one.
    case missing(path: String)
    /// A copy is to be made before a migration, and the file system has no room for it.
    case noRoom(needed: Int64, available: Int64)
    /// Another process holds the state directory's lock; its id when it wrote one down.
    case locked(holder: Int32?)
    /// The store has been closed.
    case stopped
}

extension StoreError {
    /// Sorts a result code into its case.
    init(_ report: SQLiteReport) {
        switch report.primaryCode {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(report)
        case SQLITE_FULL: self = .full(report)
        case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_NOLFS: self = .ioError(report)
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly(report)
        case SQLITE_CORRUPT: self = .corrupt(report)
        case SQLITE_NOTADB: self = .notADatabase(report)
        case SQLITE_CANTOPEN: self = .cannotOpen(report)
        case SQLITE_CONSTRAINT: self = .constraint(report)
        default: self = .misuse(report)
        }
    }

    /// Sorts a system call of our own that failed into its case.
    static func system(_ number: Int32, _ path: String) -> StoreError {
        let report = SQLiteReport.system(number, path)
        switch number {
        case ENOSPC, EDQUOT: return .full(report)
        case EROFS, EACCES, EPERM: return .readOnly(report)
        case ENOENT, ENOTDIR, ELOOP: return .cannotOpen(report)
        default: return .ioError(report)
        }
    }

    /// Sorts such a call into its case.
    init(_ failure: SystemFailure) { self = .system(failure.number, failure.path) }

    /// What SQLite said, where it was SQLite that failed.
    package var report: SQLiteReport? {
        switch self {
        case .busy(let report), .full(let report), .ioError(let report), .readOnly(let report),
            .corrupt(let report), .notADatabase(let report), .cannotOpen(let report),
            .constraint(let report), .misuse(let report):
            report
        case .duplicateName, .noSuchPlace, .newerSchema, .foreignFile, .missing, .noRoom, .locked, .stopped:
            nil
        }
    }
}
