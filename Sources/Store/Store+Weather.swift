package import Core

extension Store {
    /// Decodes an answer and keeps it for every place that shared the call.
    ///
    /// `decode` runs on the store's thread, before the transaction begins. An observation with a time that is
    /// already there adds nothing; an older one than the newest becomes history and does not replace it; a
    /// forecast replaces the place's old one. Places removed meanwhile are passed over. The time of the check
    /// moves whether or not anything was new.
    ///
    /// - Parameter fetchedAt: When the answer came, by the server's clock where it said so.
    /// - Returns: `stored` when any of the places had not seen it, `unchanged` when all had; or why the
    ///   answer cannot be used, and then the database was not touched.
    package func store(
        for places: [PlaceID], fetchedAt: UnixTime,
        decode: @escaping @Sendable () -> Result<Weather, FetchFailure>
    ) async throws(StoreError) -> Result<StoredOutcome, FetchFailure> {
        try await submit(.transaction) {
            switch decode() {
            case .failure(let failure): .finished(.failure(failure))
            case .success(let weather):
                .perform { (connection) throws(StoreError) in
                    .success(try WeatherTable(connection).keep(weather, for: places, fetchedAt: fetchedAt))
                }
            }
        }
    }

    /// Calls `body` on the store's thread with the newest observation of every place that has one, by place, and with
    /// what the synchroniser keeps.
    ///
    /// `body` may block: changes wait meanwhile.
    package func withCurrents<Value: Sendable>(
        _ body: @escaping @Sendable ([CurrentRow], SyncMemory) -> Value
    ) async throws(StoreError) -> Value {
        try await read { (connection) throws(StoreError) in
            body(try WeatherReading(connection).currents(), try MemoryTable(connection).memory())
        }
    }
}
