package import Core

/// The agent itself, as `status` shows it.
package struct DaemonReport: ControlValue {
    package enum State: String, CaseIterable, Sendable {
        case running
        case stopped
    }

    /// Whether what was fetched reaches the disk.
    package enum Storage: String, CaseIterable, Sendable {
        case ok
        /// No space: the newest values are kept in memory and written when space returns.
        case full
        /// The disk reports errors.
        case failing
        /// A corrupt database was set aside at this start and what could be saved was saved.
        case recovered
    }

    package var state: State
    /// Nil when stopped.
    package var processIdentifier: Int?
    /// Nil when stopped.
    package var startedAt: UnixTime?
    package var storage: Storage
    /// Seconds this machine's clock is ahead of the server's; nil until an answer came with a date.
    package var clockOffset: Double?

    package init(
        state: State, processIdentifier: Int?, startedAt: UnixTime?, storage: Storage, clockOffset: Double?
    ) {
        self.state = state
        self.processIdentifier = processIdentifier
        self.startedAt = startedAt
        self.storage = storage
        self.clockOffset = clockOffset
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("state", state.rawValue)
        json.member("pid", processIdentifier)
        json.time("started_at", startedAt)
        json.member("storage", storage.rawValue)
        json.member("clock_offset_s", clockOffset)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        state = try object.choice("state")
        processIdentifier = try object.optionalInteger("pid")
        startedAt = try object.optionalTime("started_at")
        storage = try object.choice("storage")
        clockOffset = try object.optionalNumber("clock_offset_s")
    }
}
