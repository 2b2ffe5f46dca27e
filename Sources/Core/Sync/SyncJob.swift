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
        case confirming(FetchResult, FetchFailure)
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
    var lastFailure: FailureRecord?
    /// Failed calls since the last success, for the log.
    var failedCalls = 0
}
