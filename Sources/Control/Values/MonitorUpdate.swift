package import Core

/// One reply of `Monitor`: first the state of everything, then what changes.
package enum MonitorUpdate: ControlValue {
    case snapshot(StatusReport)
    case event(MonitorEvent)

    package func writeMembers(to json: inout JSONWriter) {
        var snapshot: StatusReport?
        var event: MonitorEvent?
        switch self {
        case .snapshot(let report): snapshot = report
        case .event(let value): event = value
        }
        json.member("snapshot", snapshot)
        json.member("event", event)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        if let report: StatusReport = try object.optionalObject("snapshot") {
            self = .snapshot(report)
        } else {
            self = .event(try object.object("event"))
        }
    }
}
