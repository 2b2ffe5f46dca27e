package import Core

/// The state of the API key, never the key.
package struct KeyReport: ControlValue {
    package enum State: String, CaseIterable, Sendable {
        case missing
        /// Not asked for yet.
        case unverified
        case ok
        /// The service answered 401 or 403.
        case refused
    }

    /// Where a key can come from, in the order in which they are looked at.
    package enum Source: String, CaseIterable, Sendable {
        /// `windsock key set`.
        case set
        /// systemd's `$CREDENTIALS_DIRECTORY`.
        case credential
        /// `key_file`, or `api-key` in the configuration directory.
        case file
        /// `OPENWEATHERMAP_API_KEY`.
        case environment
    }

    package var state: State
    /// The source in force; nil when there is none.
    package var source: Source?
    /// Sources that hold a key as well but come later.
    package var shadowed: [Source]
    /// When a refused key is tried again.
    package var nextCheckAt: UnixTime?

    package init(state: State, source: Source?, shadowed: [Source] = [], nextCheckAt: UnixTime? = nil) {
        self.state = state
        self.source = source
        self.shadowed = shadowed
        self.nextCheckAt = nextCheckAt
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("state", state.rawValue)
        json.member("source", source?.rawValue)
        json.member("shadowed", shadowed.map(\.rawValue))
        json.time("next_check_at", nextCheckAt)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        state = try object.choice("state")
        source = try object.optionalChoice("source")
        shadowed = try object.choices("shadowed")
        nextCheckAt = try object.optionalTime("next_check_at")
    }
}
