import Core

/// What comes of a call.
enum CallOutcome {
    /// One reply; the closure writes its parameters.
    case reply((inout JSONWriter) -> Void)
    case monitor(AsyncStream<MonitorUpdate>)
    case sync(AsyncStream<SyncProgress>)
    /// The agent's refusal.
    case refusal(ControlError)
    /// The call is none that could be done.
    case fault(ProtocolFault)

    /// A reply with one member.
    static func reply(_ name: String, _ value: some ControlValue) -> CallOutcome {
        .reply { json in json.member(name, value) }
    }

    /// A reply with one member that is an array.
    static func reply(_ name: String, _ values: [some ControlValue]) -> CallOutcome {
        .reply { json in json.member(name, values) }
    }
}
