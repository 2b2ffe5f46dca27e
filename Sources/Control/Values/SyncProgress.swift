package import Core

/// How far a `Sync` has come.
package struct SyncProgress: ControlValue {
    /// Fetches this sync consists of, one for each place and kind.
    ///
    /// Those that were made less than ten minutes ago are not part of it.
    package var total: Int
    package var stored: Int
    package var unchanged: Int
    package var failed: Int
    /// What the rest waits for; nil while fetches are under way and at the end.
    package var waitingFor: WaitReason?
    /// Until when, where that is known.
    package var waitingUntil: UnixTime?
    /// The place and the failure that came last, in words; nil when none failed since the report before.
    package var failedPlace: String?
    package var failure: FailureRecord?
    /// The last report of this sync.
    package var isFinished: Bool

    package init(
        total: Int, stored: Int = 0, unchanged: Int = 0, failed: Int = 0, waitingFor: WaitReason? = nil,
        waitingUntil: UnixTime? = nil, failedPlace: String? = nil, failure: FailureRecord? = nil,
        isFinished: Bool = false
    ) {
        self.total = total
        self.stored = stored
        self.unchanged = unchanged
        self.failed = failed
        self.waitingFor = waitingFor
        self.waitingUntil = waitingUntil
        self.failedPlace = failedPlace
        self.failure = failure
        self.isFinished = isFinished
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("total", total)
        json.member("stored", stored)
        json.member("unchanged", unchanged)
        json.member("failed", failed)
        json.member("waiting_for", waitingFor?.rawValue)
        json.time("waiting_until", waitingUntil)
        json.member("failed_place", failedPlace)
        json.member("failure", failure)
        json.member("finished", isFinished)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        total = try object.integer("total")
        stored = try object.integer("stored")
        unchanged = try object.integer("unchanged")
        failed = try object.integer("failed")
        waitingFor = try object.optionalChoice("waiting_for")
        waitingUntil = try object.optionalTime("waiting_until")
        failedPlace = try object.optionalString("failed_place")
        failure = try object.optionalObject("failure")
        isFinished = try object.bool("finished")
    }
}
