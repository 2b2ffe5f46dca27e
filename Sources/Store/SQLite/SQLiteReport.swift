/// What SQLite said about a failure, for logs and for whoever looks the code up.
package struct SQLiteReport: Equatable, Sendable {
    /// The extended result code (https://www.sqlite.org/rescode.html); 0 when SQLite was not asked.
    package var extendedCode: Int32
    package var message: String
    /// The text of the statement, never with the values bound to it.
    package var statement: String?
    /// The errno of the system call beneath, 0 when there was none.
    package var osErrno: Int32

    package init(extendedCode: Int32, message: String, statement: String? = nil, osErrno: Int32 = 0) {
        self.extendedCode = extendedCode
        self.message = message
        self.statement = statement
        self.osErrno = osErrno
    }

    /// The result code without its extension, such as SQLITE_IOERR for SQLITE_IOERR_FSYNC.
    package var primaryCode: Int32 { extendedCode & 0xFF }
}
