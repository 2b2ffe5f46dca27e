import CSQLite

/// A prepared statement of one connection; finalized when it is released.
///
/// The corresponding C object is sqlite3_stmt (https://www.sqlite.org/c3ref/stmt.html).
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// Somebody is stepping through it.
    var isInUse = false

    /// Compiles one statement for repeated use.
    ///
    /// - Throws: `StoreError.misuse` for wrong SQL, or what reading the schema meets.
    init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw StoreError(.last(of: connection, code: code, statement: sql))
        }
        handle = prepared
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds the values to the parameters, first to last.
    func bind(_ values: [SQLValue]) throws(StoreError) {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw .misuse(
                SQLiteReport(
                    extendedCode: SQLITE_RANGE, message: "\(values.count) values for the parameters",
                    statement: text))
        }
        var index: Int32 = 1
        for value in values {
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, number)
                case .real(let number): sqlite3_bind_double(handle, index, number)
                case .text(let text): bind(text, at: index)
                }
            guard code == SQLITE_OK else {
                throw StoreError(.last(of: connection, code: code, statement: text))
            }
            index += 1
        }
    }

    private func bind(_ text: String, at index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count) else {
                return bytes.isEmpty ? csqlite_bind_text(handle, index, "", 0) : SQLITE_TOOBIG
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                csqlite_bind_text(handle, index, $0, count)
            }
        }
    }

    /// Runs to the next row.
    ///
    /// False when there is none.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw StoreError(.last(of: connection, code: code, statement: text))
        }
    }

    /// The row `step` has arrived at.
    var row: Row { Row(of: handle) }

    /// Back to before the first row, with nothing bound: a statement left running would pin the log for its
    /// reader.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private var text: String? {
        sqlite3_sql(handle).map { String(cString: $0) }
    }
}

extension SQLiteReport {
    /// What the connection has to say about the call that just failed with `code`.
    static func last(of connection: OpaquePointer?, code: Int32, statement: String? = nil) -> SQLiteReport {
        guard let connection, let message = sqlite3_errmsg(connection) else {
            return SQLiteReport(
                extendedCode: code, message: String(cString: sqlite3_errstr(code)), statement: statement)
        }
        // A call refused before it began (SQLITE_MISUSE, SQLITE_RANGE) leaves the connection's own code
        // alone.
        let extended = sqlite3_extended_errcode(connection)
        return SQLiteReport(
            extendedCode: extended & 0xFF == code & 0xFF ? extended : code, message: String(cString: message),
            statement: statement, osErrno: sqlite3_system_errno(connection))
    }
}
