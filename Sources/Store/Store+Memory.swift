package import Core

extension Store {
    /// What the synchroniser kept with `record` before the last stop.
    package func syncMemory() async throws(StoreError) -> SyncMemory {
        try await read { (connection) throws(StoreError) in try MemoryTable(connection).memory() }
    }

    /// Keeps what the synchroniser wants remembered, all or nothing.
    ///
    /// Schedules and journal lines of places removed meanwhile are passed over, and the journal keeps its
    /// newest 20,000 lines.
    package func record(_ change: SyncChange) async throws(StoreError) {
        try await write { (connection) throws(StoreError) in try connection.record(change) }
    }
}

extension Connection {
    /// Keeps what the synchroniser wants remembered, in the transaction the caller holds.
    func record(_ change: SyncChange) throws(StoreError) {
        let memory = MemoryTable(self)
        try memory.save(change.schedules)
        for gate in change.openedGates { try memory.clear(gate) }
        for gate in change.gates { try memory.save(gate) }
        if let month = change.month { try memory.save(month) }
        let journal = JournalTable(self)
        if !change.attempts.isEmpty { try journal.append(change.attempts) }
        for reachability in change.reachability { try journal.append(reachability) }
    }
}
