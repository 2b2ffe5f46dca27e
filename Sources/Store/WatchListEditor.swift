package import Core

/// Edits the watch list while the daemon is stopped.
///
/// It holds the directory's lock, so no daemon can start meanwhile, and makes the same changes by the same
/// code as the daemon.
///
/// Each change is on the disk when its method returns; after an error it is as if it had not been made.
package final class WatchListEditor {
    private let connection: Connection
    private let list: WatchListFile
    private let lock: DatabaseLock

    /// Opens an existing database for writing.
    ///
    /// - Throws: `missing` when there is none: only the daemon creates it, so that it belongs to the daemon's
    ///   user. Else `readOnly` or `cannotOpen` for a caller who may not, and what SQLite meets. The lock is
    ///   given back then.
    package init(path: String, holding lock: consuming DatabaseLock) throws(StoreError) {
        connection = try Connection.openForWriting(path, creation: .refused).connection
        list = WatchListFile(beside: path)
        self.lock = lock
    }

    /// All places, in the order they were added.
    package func places() throws(StoreError) -> [Place] {
        try PlaceTable(connection).all()
    }

    /// What geocoding offered for an ambiguous place, best first.
    package func candidates(of place: PlaceID) throws(StoreError) -> [PlaceCandidate] {
        try PlaceTable(connection).candidates(of: place)
    }

    /// Makes one change, of one or more steps: all of it is kept, or nothing.
    ///
    /// ```swift
    /// let added = try editor.change { (list) throws(StoreError) in try list.add([place], at: now) }
    /// ```
    ///
    /// - Throws: What `body` throws, or why the transaction could not be committed.
    package func change<Result>(
        _ body: (PlaceTable) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let table = PlaceTable(connection)
        let result = try connection.transaction { () throws(StoreError) in try body(table) }
        // The change is stored; an export that fails now the daemon makes up for when it starts.
        try? list.write(try table.all())
        return result
    }

    /// Deletes the history of removed places, in steps.
    ///
    /// What is left when it fails, the daemon deletes later.
    package func purgeRemoved() throws(StoreError) {
        let history = HistoryTable(connection)
        while try connection.transaction({ () throws(StoreError) in try history.purgeRemoved() }) {}
    }
}
