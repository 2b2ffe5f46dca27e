import Core
import Glibc

extension StoreError {
    /// Whether the same call may succeed later without anybody changing the request.
    ///
    /// The daemon keeps its newest values in memory and tries such a call again; anything else is for a
    /// person, or for the recovery of a damaged file.
    package var isRetryable: Bool {
        switch self {
        case .busy, .full, .ioError, .readOnly, .cannotOpen, .noRoom, .locked: true
        case .corrupt, .notADatabase, .constraint, .misuse, .duplicateName, .noSuchPlace, .newerSchema,
            .foreignFile, .missing, .stopped:
            false
        }
    }

    /// Whether the file itself is damaged, so that it has to be moved aside.
    package var isDamage: Bool {
        switch self {
        case .corrupt, .notADatabase: true
        default: false
        }
    }

    /// A word from a bounded set, for logs and counters.
    package var label: String {
        switch self {
        case .busy: "busy"
        case .full: "full"
        case .ioError: "io_error"
        case .readOnly: "read_only"
        case .corrupt: "corrupt"
        case .notADatabase: "not_a_database"
        case .cannotOpen: "cannot_open"
        case .constraint: "constraint"
        case .misuse: "misuse"
        case .duplicateName: "duplicate_name"
        case .noSuchPlace: "no_such_place"
        case .newerSchema: "newer_schema"
        case .foreignFile: "foreign_file"
        case .missing: "missing"
        case .noRoom: "no_room"
        case .locked: "locked"
        case .stopped: "stopped"
        }
    }

    /// What happened, in words.
    package var message: String {
        switch self {
        case .busy(let report): "the database is busy: \(report.text)"
        case .full(let report): "no space left for the database: \(report.text)"
        case .ioError(let report): "the disk failed: \(report.text)"
        case .readOnly(let report): "the database may only be read: \(report.text)"
        case .corrupt(let report): "the database is damaged: \(report.text)"
        case .notADatabase(let report): "the file is not a database: \(report.text)"
        case .cannotOpen(let report): "the database cannot be opened: \(report.text)"
        case .constraint(let report): "the change is not allowed: \(report.text)"
        case .misuse(let report): "a fault in windsock: \(report.text)"
        case .duplicateName(let name): "there is already a place named \(name.printable())"
        case .noSuchPlace(let place): "there is no place with the number \(place.rawValue)"
        case .newerSchema(let found, let known):
            "the database has format \(found); this version of windsock knows formats up to \(known)"
        case .foreignFile(let path): "\(path.printable(limit: 200)) belongs to another program"
        case .missing(let path): "there is no database at \(path.printable(limit: 200))"
        case .noRoom(let needed, let available):
            "upgrading the database needs \(needed) bytes for a copy; \(available) are free"
        case .locked(.some(let holder)): "process \(holder) is using the state directory"
        case .locked(.none): "another process is using the state directory"
        case .stopped: "the store is closed"
        }
    }

    /// What the user can do; nil when there is nothing but to report it.
    package var hint: String? {
        switch self {
        case .busy, .locked: "try again in a moment"
        case .full: "free some space, or raise max_size in windsock.conf"
        case .ioError: "look at the kernel's log and at the disk"
        case .readOnly, .cannotOpen: "check who owns the state directory and the files in it"
        case .corrupt, .notADatabase: "restart windsockd: it sets the file aside and rebuilds the watch list"
        case .constraint, .misuse, .stopped: nil
        case .duplicateName: "choose another name, or remove that place first"
        case .noSuchPlace: "windsock list shows the places"
        case .newerSchema: "install the newer version of windsock, or choose another state directory"
        case .foreignFile: "choose another state directory"
        case .missing: "start windsockd; it creates the database"
        case .noRoom: "free some space and start windsockd again"
        }
    }

    /// The exit code of a command that ends with this error (sysexits.h, and 3 for a daemon that never ran).
    package var exitCode: Int32 {
        switch self {
        case .missing: 3
        case .corrupt, .notADatabase, .constraint, .duplicateName, .noSuchPlace, .newerSchema, .foreignFile:
            65
        case .cannotOpen(let report): [EACCES, EPERM, EROFS].contains(report.osErrno) ? 77 : 73
        case .full, .ioError, .misuse, .noRoom: 74
        case .busy, .locked, .stopped: 75
        case .readOnly: 77
        }
    }
}

extension SQLiteReport {
    fileprivate var text: String {
        let code = extendedCode == 0 ? "" : " (SQLite \(extendedCode))"
        return message.printable(limit: 200) + code
    }
}
