package import Core

/// Something happened: one line of `windsock monitor`.
package struct MonitorEvent: ControlValue {
    /// What happened; on the wire the member of that name, all others null.
    package enum Content: Equatable, Sendable {
        case reachability(ReachabilityReport)
        case attempt(AttemptReport)
        case place(PlaceChange)
        case key(KeyReport)
        case gate(GateReport)
    }

    package var at: UnixTime
    package var content: Content

    package init(at: UnixTime, _ content: Content) {
        self.at = at
        self.content = content
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.time("at", at)
        var reachability: ReachabilityReport?
        var attempt: AttemptReport?
        var place: PlaceChange?
        var key: KeyReport?
        var gate: GateReport?
        switch content {
        case .reachability(let report): reachability = report
        case .attempt(let report): attempt = report
        case .place(let change): place = change
        case .key(let report): key = report
        case .gate(let report): gate = report
        }
        json.member("reachability", reachability)
        json.member("attempt", attempt)
        json.member("place", place)
        json.member("key", key)
        json.member("gate", gate)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        at = try object.time("at")
        if let report: ReachabilityReport = try object.optionalObject("reachability") {
            content = .reachability(report)
        } else if let report: AttemptReport = try object.optionalObject("attempt") {
            content = .attempt(report)
        } else if let change: PlaceChange = try object.optionalObject("place") {
            content = .place(change)
        } else if let report: KeyReport = try object.optionalObject("key") {
            content = .key(report)
        } else if let report: GateReport = try object.optionalObject("gate") {
            content = .gate(report)
        } else {
            throw ShapeError(member: "", expected: "an event this version knows")
        }
    }
}
