package import Core

/// A gate that holds the whole account back has closed, stays closed for longer, or has opened.
package struct GateReport: ControlValue {
    package var kind: GateKind
    package var isClosed: Bool
    /// When the next call may go out; nil when open.
    package var until: UnixTime?
    /// When it first closed.
    package var since: UnixTime?

    package init(kind: GateKind, isClosed: Bool, until: UnixTime? = nil, since: UnixTime? = nil) {
        self.kind = kind
        self.isClosed = isClosed
        self.until = until
        self.since = since
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("gate", kind.rawValue)
        json.member("closed", isClosed)
        json.time("until", until)
        json.time("since", since)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        kind = try object.choice("gate")
        isClosed = try object.bool("closed")
        until = try object.optionalTime("until")
        since = try object.optionalTime("since")
    }
}
