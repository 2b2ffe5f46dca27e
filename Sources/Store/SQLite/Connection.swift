import CSQLite

/// One connection to one database file, with its prepared statements.
///
/// A connection is used by one thread at a time. It is closed when it is released.
/// The corresponding C object is sqlite3 (https://www.sqlite.org/c3ref/sqlite3.html).
///
/// ```swift
/// try connection.transaction { () throws(StoreError) in
///     try connection.run("UPDATE place SET name = ? WHERE id = ?", [.text("Home"), .integer(1)])
/// }
/// let names = try connection.rows("SELECT name FROM v_place") { row in row.text() }
/// ```
package final class Connection {
    private let handle: OpaquePointer
    /// Prepared statements by their text.
    ///
    /// The texts are ours, so it stays small.
    private var prepared: [String: Statement] = [:]

    /// Takes over an open handle.
    init(owning handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        prepared.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs one statement to its end, passing over its rows.
    ///
    /// - Returns: How many rows the last INSERT, UPDATE or DELETE of this connection changed.
    /// - Throws: Whatever SQLite meets, sorted.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
        try using(sql, values) { (statement) throws(StoreError) in
            while try statement.step() {}
        }
        return Int(sqlite3_changes64(handle))
    }

    /// Runs any number of statements without values, one after the other, until one fails.
    package func runScript(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw StoreError(.last(of: handle, code: code, statement: sql)) }
    }

    /// Calls `body` with each row of a query, and ends with the first error it throws.
    package func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (inout Row) throws(StoreError) -> Void
    ) throws(StoreError) {
        try using(sql, values) { (statement) throws(StoreError) in
            while try statement.step() {
                var row = statement.row
                try body(&row)
            }
        }
    }

    /// The rows of a query, each turned into a value.
    package func rows<Element>(
        _ sql: String, _ values: [SQLValue] = [], _ element: (inout Row) -> Element
    ) throws(StoreError) -> [Element] {
        var elements: [Element] = []
        try forEach(sql, values) { (row) in elements.append(element(&row)) }
        return elements
    }

    /// The first row of a query, turned into a value; nil when there is none.
    package func first<Element>(
        _ sql: String, _ values: [SQLValue] = [], _ element: (inout Row) -> Element
    ) throws(StoreError) -> Element? {
        try using(sql, values) { (statement) throws(StoreError) in
            guard try statement.step() else { return nil }
            var row = statement.row
            return element(&row)
        }
    }

    /// The number in the first column of the first row, such as a pragma's or a count; 0 when there is none.
    package func number(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64 {
        try first(sql, values) { $0.integer() } ?? 0
    }

    /// The rowid of the last INSERT.
    package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether no transaction is open; false between BEGIN and its end.
    package var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Whether SQLite has opened the file for reading only, though it was to be for writing.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Turns a boolean option on (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html).
    func configure(_ option: Int32) throws(StoreError) {
        let code = csqlite_db_config(handle, option, 1)
        guard code == SQLITE_OK else { throw StoreError(.last(of: handle, code: code)) }
    }

    /// Calls `body` with the statement, which is prepared once and afterwards reset, whatever happens.
    ///
    /// A nested use of the same text gets one of its own.
    private func using<Result>(
        _ sql: String, _ values: [SQLValue], _ body: (Statement) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let statement: Statement
        if let known = prepared[sql], !known.isInUse {
            statement = known
        } else {
            statement = try Statement(sql, on: handle)
            if prepared[sql] == nil { prepared[sql] = statement }
        }
        statement.isInUse = true
        defer {
            statement.reset()
            statement.isInUse = false
        }
        try statement.bind(values)
        return try body(statement)
    }
}
