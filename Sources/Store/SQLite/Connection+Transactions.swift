extension Connection {
    /// Runs `body` in a transaction of its own: all of it is kept, or nothing.
    ///
    /// The write lock is taken at the start (BEGIN IMMEDIATE), because a transaction that begins by reading
    /// is refused at its first write when somebody else has written meanwhile, busy time-out or not.
    ///
    /// - Throws: What `body` throws, or what COMMIT meets; nothing is kept then and no transaction is open.
    package func transaction<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` inside the open transaction so that its failure undoes its own changes and no others.
    ///
    /// - Throws: What `body` throws. When the disk fails SQLite may have given up the whole transaction; then
    ///   `isAutocommit` is true.
    package func savepoint<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run("SAVEPOINT job")
        do {
            let result = try body()
            try run("RELEASE job")
            return result
        } catch {
            if !isAutocommit { undoSavepoint() }
            throw error
        }
    }

    /// Runs `body`, which only reads, so that all its queries see the same state of the database.
    package func snapshot<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run("BEGIN DEFERRED")
        defer { rollBack() }
        return try body()
    }

    /// Ends the open transaction, if there is one, and keeps nothing of it.
    ///
    /// A COMMIT that fails may leave its transaction open, and with it the write lock; so this follows every
    /// failure.
    package func rollBack() {
        guard !isAutocommit else { return }
        // Fails only when SQLite has rolled back by itself in between; either way none is open afterwards.
        _ = try? run("ROLLBACK")
    }

    private func undoSavepoint() {
        do {
            try run("ROLLBACK TO job")
            try run("RELEASE job")
        } catch {
            // What cannot be undone alone is undone with everything around it.
            rollBack()
        }
    }
}
