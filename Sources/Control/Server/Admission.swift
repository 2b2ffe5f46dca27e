/// What becomes of a newcomer when some clients are there already.
package enum Admission: Equatable, Sendable {
    case admitted
    /// There is room once this one of the clients has been dropped.
    case displacing(Int)
    case refused

    /// Decides by who may change: the newcomer, and each client in the order in which they came.
    ///
    /// Readers must not be able to lock out those who may change: the reader who came first makes room for one of them.
    package init(newcomerMayChange: Bool, clientsMayChange: [Bool], limit: Int) {
        if clientsMayChange.count < limit {
            self = .admitted
        } else if newcomerMayChange, let reader = clientsMayChange.firstIndex(of: false) {
            self = .displacing(reader)
        } else {
            self = .refused
        }
    }
}
