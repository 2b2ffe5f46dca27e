/// What one call serves.
enum SyncJobKey: Hashable, Sendable {
    case weather(WeatherKind, Coordinates.Cell)
    case place(PlaceID)
    case lookUp(LookUpID)

    var kind: WeatherKind? {
        if case .weather(let kind, _) = self { return kind }
        return nil
    }

    var cell: Coordinates.Cell? {
        if case .weather(_, let cell) = self { return cell }
        return nil
    }

    // By number: the raw values of kinds are words, and this is hashed for every step of every call.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .weather(let kind, let cell):
            let number: Int64 =
                switch kind {
                case .current: 0
                case .forecast: 1
                case .air: 2
                }
            let position = Int64(cell.latitude) << 32 | Int64(UInt32(bitPattern: cell.longitude))
            hasher.combine(position &* 4 &+ number)
        case .place(let place): hasher.combine(place.rawValue &* 4 &+ 3)
        case .lookUp(let identity): hasher.combine(identity.rawValue)
        }
    }

    /// The word in the journal.
    var label: String { kind?.rawValue ?? "geocode" }
}

/// The fetch state of one key.
struct SyncJob: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        /// In the queue of due times under this identity.
        case waiting(identity: UInt64, due: Moment, WaitReason)
        case inFlight(token: Int)
        /// The answer is there and on its way to the store.
        case storing(token: Int)
        /// It failed, and the monitor is finding out whether that means offline.
        ///
        /// Indirect because it is rare and large, and jobs are moved at every step of every call.
        indirect case confirming(FetchResult, FetchFailure)
    }

    var phase: Phase
    /// For weather: the places that share it, never empty.
    ///
    /// For a pending place: itself.
    var places: [PlaceID]
    var coordinates: Coordinates?
    var query: PlaceQuery?
    /// Counted calls of this cycle, the running one included.
    var attempt = 0
    var failedCycles = 0
    var triedFresh = false
    var usesFreshConnection = false
    var succeededAt: Moment?
    /// The last answer with weather, whether or not the store took it: the shortest interval counts from it.
    var acceptedAt: Moment?
    /// A place has joined while a call was out that does not serve it.
    var hasNewcomer = false
    var lastFailure: FailureRecord?
    /// Failed calls since the last success, for the log.
    var failedCalls = 0
    /// The log has spoken of this failure, and will speak of its end.
    var isSpokenOf = false

    /// A call goes out.
    mutating func begin(_ token: Int) {
        phase = .inFlight(token: token)
        attempt += 1
    }
}

/// One call that is out or whose answer is on its way to the store.
struct OpenCall: Equatable, Sendable {
    var key: SyncJobKey
    var places: [PlaceID]
    /// The network it went out on.
    var generation: Int
    /// Which key it went out with; see `SyncMachine.keySequence`.
    var keySequence: Int
    /// Its slot is free.
    var isAnswered = false
}
