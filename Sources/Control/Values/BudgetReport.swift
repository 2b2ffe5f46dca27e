package import Core

/// Calls made and allowed.
package struct BudgetReport: ControlValue {
    package var minuteUsed: Int
    package var minuteLimit: Int
    /// In the UTC calendar month.
    package var monthUsed: Int
    package var monthLimit: Int
    /// The regular interval of the current weather, in whole seconds; nil where it is not known.
    package var interval: Duration?
    /// The interval, in whole seconds, to which the regular one of the current weather is stretched so that the month
    /// suffices; nil when it is not.
    package var stretchedTo: Duration?
    /// Until when the service asked us to wait, or the month is spent.
    package var blockedUntil: UnixTime?

    package init(
        minuteUsed: Int, minuteLimit: Int, monthUsed: Int, monthLimit: Int, interval: Duration? = nil,
        stretchedTo: Duration? = nil, blockedUntil: UnixTime? = nil
    ) {
        self.minuteUsed = minuteUsed
        self.minuteLimit = minuteLimit
        self.monthUsed = monthUsed
        self.monthLimit = monthLimit
        self.interval = interval
        self.stretchedTo = stretchedTo
        self.blockedUntil = blockedUntil
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("minute_used", minuteUsed)
        json.member("minute_limit", minuteLimit)
        json.member("month_used", monthUsed)
        json.member("month_limit", monthLimit)
        json.member("interval_s", interval?.components.seconds)
        json.member("stretched_to_s", stretchedTo?.components.seconds)
        json.time("blocked_until", blockedUntil)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        minuteUsed = try object.integer("minute_used")
        minuteLimit = try object.integer("minute_limit")
        monthUsed = try object.integer("month_used")
        monthLimit = try object.integer("month_limit")
        interval = try object.optionalInteger("interval_s").map { .seconds($0) }
        stretchedTo = try object.optionalInteger("stretched_to_s").map { .seconds($0) }
        blockedUntil = try object.optionalTime("blocked_until")
    }
}
