import Core

/// What became of a database that was damaged or lost.
package struct StoreRecovery: Equatable, Sendable {
    /// What was found; nil when the database was missing or empty beside a watch-list export.
    package var damage: StoreError?
    /// Where the old file and its sidecars are now; nil when there was none.
    package var setAside: String?
    /// Places that are on the list again.
    package var places: Int64
    /// Observations that could still be read.
    package var observations: Int64

    package init(damage: StoreError?, setAside: String?, places: Int64, observations: Int64) {
        self.damage = damage
        self.setAside = setAside
        self.places = places
        self.observations = observations
    }

    /// What happened, in words.
    package var message: String {
        let cause = damage?.message ?? "the database was lost"
        let rest = setAside.map { "; the old file is \($0.printable(limit: 200))" } ?? ""
        return "\(cause); a new one has \(places) places and \(observations) observations again" + rest
    }
}
