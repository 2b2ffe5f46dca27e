package import Core

/// The watch list in numbers.
package struct CountsReport: ControlValue {
    package var places: Int
    package var fresh: Int
    package var stale: Int
    /// After how long without a successful check weather counts as stale, in whole seconds.
    package var staleAfter: Duration
    package var waiting: WaitingCounts

    package init(
        places: Int, fresh: Int, stale: Int, staleAfter: Duration = CountsReport.standardStaleAfter,
        waiting: WaitingCounts = WaitingCounts()
    ) {
        self.places = places
        self.fresh = fresh
        self.stale = stale
        self.staleAfter = staleAfter
        self.waiting = waiting
    }

    /// What holds where the configuration does not say.
    package static let standardStaleAfter: Duration = .minutes(30)

    package func writeMembers(to json: inout JSONWriter) {
        json.member("places", places)
        json.member("fresh", fresh)
        json.member("stale", stale)
        json.member("stale_after_s", staleAfter.components.seconds)
        json.member("waiting", waiting)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        places = try object.integer("places")
        fresh = try object.integer("fresh")
        stale = try object.integer("stale")
        // A daemon that still runs after an upgrade may not send it.
        staleAfter =
            try object.optionalInteger("stale_after_s").map { .seconds($0) }
            ?? CountsReport.standardStaleAfter
        waiting = try object.object("waiting")
    }
}

/// How many places wait for something other than their interval, by what they wait for.
package struct WaitingCounts: ControlValue {
    package var online: Int
    package var timer: Int
    package var key: Int
    package var quota: Int
    package var breaker: Int
    package var storage: Int

    package init(
        online: Int = 0, timer: Int = 0, key: Int = 0, quota: Int = 0, breaker: Int = 0, storage: Int = 0
    ) {
        self.online = online
        self.timer = timer
        self.key = key
        self.quota = quota
        self.breaker = breaker
        self.storage = storage
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("online", online)
        json.member("timer", timer)
        json.member("key", key)
        json.member("quota", quota)
        json.member("breaker", breaker)
        json.member("storage", storage)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        online = try object.integer("online")
        timer = try object.integer("timer")
        key = try object.integer("key")
        quota = try object.integer("quota")
        breaker = try object.integer("breaker")
        storage = try object.integer("storage")
    }
}
