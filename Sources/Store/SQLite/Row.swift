import CSQLite

/// One row of a result.
///
/// Its columns are read in order, each call taking the next one.
///
/// Valid only inside the closure it is handed to. The plain readers follow SQLite's own rule that NULL reads
/// as zero or as an empty text and are meant for columns that are NOT NULL.
package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private var column: Int32 = 0

    init(of statement: OpaquePointer) {
        self.statement = statement
    }

    package mutating func integer() -> Int64 {
        sqlite3_column_int64(statement, next())
    }

    package mutating func real() -> Double {
        sqlite3_column_double(statement, next())
    }

    package mutating func text() -> String {
        text(at: next())
    }

    /// The next column as a whole number; nil for NULL.
    package mutating func integerOrNil() -> Int64? {
        let index = next()
        return isNull(index) ? nil : sqlite3_column_int64(statement, index)
    }

    /// The next column as a number; nil for NULL.
    package mutating func realOrNil() -> Double? {
        let index = next()
        return isNull(index) ? nil : sqlite3_column_double(statement, index)
    }

    /// The next column as text; nil for NULL.
    package mutating func textOrNil() -> String? {
        let index = next()
        return isNull(index) ? nil : text(at: index)
    }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }

    private func isNull(_ index: Int32) -> Bool {
        sqlite3_column_type(statement, index) == SQLITE_NULL
    }

    /// All bytes of the text: a NUL does not end it, and what is no UTF-8 is repaired.
    private func text(at index: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
