package import Core

/// All that is known at one moment: the reply of `GetStatus`, the file `status.json`, and `windsock status --json`.
///
/// Members are added over time, never renamed. Every time is two members, `since` in RFC 3339 (UTC) and `since_epoch`
/// in whole seconds since 1970, both null when there is none; durations name their unit.
package struct StatusReport: ControlValue {
    /// The version of this object's shape: 1.
    package static let schema = 1

    /// The version of windsock that wrote it.
    package var version: String
    package var daemon: DaemonReport
    package var reachability: ReachabilityReport
    package var key: KeyReport
    package var budget: BudgetReport
    package var counts: CountsReport
    /// Empty when it comes from the daemon: places come through `ListPlaces`, page by page, and their weather from the
    /// database.
    package var places: [PlaceReport]

    package init(
        version: String, daemon: DaemonReport, reachability: ReachabilityReport, key: KeyReport,
        budget: BudgetReport, counts: CountsReport, places: [PlaceReport] = []
    ) {
        self.version = version
        self.daemon = daemon
        self.reachability = reachability
        self.key = key
        self.budget = budget
        self.counts = counts
        self.places = places
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("schema", StatusReport.schema)
        json.member("version", version)
        json.member("daemon", daemon)
        json.member("reachability", reachability)
        json.member("key", key)
        json.member("budget", budget)
        json.member("counts", counts)
        json.member("places", places)
    }

    /// - Throws: `ShapeError` also for the shape of another version: its members may mean something else.
    package init(reading object: ObjectReader) throws(ShapeError) {
        guard try object.optionalInteger("schema") ?? StatusReport.schema == StatusReport.schema else {
            throw ShapeError(member: "schema", expected: String(StatusReport.schema))
        }
        version = try object.string("version")
        daemon = try object.object("daemon")
        reachability = try object.object("reachability")
        key = try object.object("key")
        budget = try object.object("budget")
        counts = try object.object("counts")
        places = try object.list("places")
    }
}
