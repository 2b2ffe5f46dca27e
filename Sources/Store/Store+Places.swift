package import Core

extension Store {
    /// All places, in the order they were added.
    package func places() async throws(StoreError) -> [Place] {
        try await read { (connection) throws(StoreError) in try PlaceTable(connection).all() }
    }

    /// One place; nil when it is not on the list.
    package func place(_ id: PlaceID) async throws(StoreError) -> Place? {
        try await read { (connection) throws(StoreError) in try PlaceTable(connection).find(id) }
    }

    /// What geocoding offered for an ambiguous place, best first.
    package func candidates(of id: PlaceID) async throws(StoreError) -> [PlaceCandidate] {
        try await read { (connection) throws(StoreError) in try PlaceTable(connection).candidates(of: id) }
    }

    /// Adds places, all or none, and returns them with their numbers, which no place had before.
    ///
    /// - Throws: `duplicateName` when a name is taken or comes twice, letter case aside.
    package func addPlaces(_ places: [NewPlace], at time: UnixTime) async throws(StoreError) -> [Place] {
        try await edit { (connection) throws(StoreError) in try PlaceTable(connection).add(places, at: time)
        }
    }

    /// Takes places off the list, all or none, and deletes their history.
    ///
    /// The places are gone for good with the first transaction; their history follows in steps that let other
    /// changes through. What a stop or a failing disk leaves of it is deleted by the next `prune`.
    ///
    /// - Throws: `noSuchPlace`.
    package func removePlaces(_ ids: [PlaceID]) async throws(StoreError) {
        try await edit { (connection) throws(StoreError) in try PlaceTable(connection).remove(ids) }
        do throws(StoreError) {
            try await purgeRemoved()
        } catch {
            // The removal itself is done and acknowledged.
            return
        }
    }

    /// Gives a place another name; another spelling of its own is allowed.
    ///
    /// - Throws: `duplicateName`, `noSuchPlace`.
    package func rename(_ id: PlaceID, to name: String) async throws(StoreError) {
        try await edit { (connection) throws(StoreError) in try PlaceTable(connection).rename(id, to: name) }
    }

    /// Sets the status alone, as for pausing and resuming.
    ///
    /// - Throws: `noSuchPlace`; `constraint` for a place without a position that is to be active.
    package func setStatus(_ id: PlaceID, _ status: PlaceStatus) async throws(StoreError) {
        try await edit { (connection) throws(StoreError) in try PlaceTable(connection).setStatus(id, status)
        }
    }

    /// Gives a place the position of a candidate and makes it active; other candidates are forgotten.
    ///
    /// - Throws: `noSuchPlace`.
    package func resolve(_ id: PlaceID, to candidate: PlaceCandidate) async throws(StoreError) {
        try await edit { (connection) throws(StoreError) in
            try PlaceTable(connection).resolve(id, to: candidate)
        }
    }

    /// Keeps what geocoding offered and makes the place ambiguous until one is picked.
    ///
    /// - Throws: `noSuchPlace`.
    package func setCandidates(_ id: PlaceID, _ candidates: [PlaceCandidate]) async throws(StoreError) {
        try await edit { (connection) throws(StoreError) in
            try PlaceTable(connection).setCandidates(id, candidates)
        }
    }

    /// Makes one change of the list, of one or more steps: all of it is kept, or nothing.
    ///
    /// - Throws: What `body` throws, or why the transaction could not be committed.
    package func changeList<Value: Sendable>(
        _ body: @escaping @Sendable (PlaceTable) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await edit { (connection) throws(StoreError) in try body(PlaceTable(connection)) }
    }
}
