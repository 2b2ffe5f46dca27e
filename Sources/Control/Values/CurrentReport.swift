package import Core

/// The newest stored weather of a place, with its two ages.
///
/// Members are named as the columns of `v_current`.
package struct CurrentReport: ControlValue {
    package var observation: Observation
    /// The last successful answer, whether or not it brought anything new.
    package var checkedAt: UnixTime
    /// The age of the observation in whole seconds, when this was written.
    package var age: Duration
    /// No successful check for `stale_after`, or a time in the future.
    package var isStale: Bool

    package init(observation: Observation, checkedAt: UnixTime, age: Duration, isStale: Bool) {
        self.observation = observation
        self.checkedAt = checkedAt
        self.age = age
        self.isStale = isStale
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.time("observed_at", observation.observedAt)
        json.time("checked_at", checkedAt)
        json.member("age_s", age.components.seconds)
        json.member("stale", isStale)
        json.member("temperature_c", observation.temperature)
        json.member("condition", observation.condition?.group)
        json.member("condition_id", observation.condition?.id)
        json.member("description", observation.condition?.text)
        json.member("icon", observation.condition?.icon)
        for column in CurrentReport.columns { json.member(column.name, observation[keyPath: column.path]) }
        json.time("sunrise_at", observation.sunrise)
        json.time("sunset_at", observation.sunset)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        observation = Observation(
            observedAt: try object.time("observed_at"), temperature: try object.number("temperature_c"))
        checkedAt = try object.time("checked_at")
        age = .seconds(try object.integer("age_s"))
        isStale = try object.bool("stale")
        if let group = try object.optionalString("condition") {
            observation.condition = Condition(
                id: Int64(try object.integer("condition_id")), group: group,
                text: try object.string("description"), icon: try object.optionalString("icon"))
        }
        for column in CurrentReport.columns {
            observation[keyPath: column.path] = try object.optionalNumber(column.name)
        }
        observation.sunrise = try object.optionalTime("sunrise_at")
        observation.sunset = try object.optionalTime("sunset_at")
    }

    private struct Column: Sendable {
        let name: String
        let path: any WritableKeyPath<Observation, Double?> & Sendable
    }

    private static let columns: [Column] = [
        Column(name: "feels_like_c", path: \.feelsLike),
        Column(name: "temperature_min_c", path: \.temperatureMinimum),
        Column(name: "temperature_max_c", path: \.temperatureMaximum),
        Column(name: "pressure_hpa", path: \.pressure),
        Column(name: "sea_level_hpa", path: \.seaLevelPressure),
        Column(name: "ground_level_hpa", path: \.groundLevelPressure),
        Column(name: "humidity_pct", path: \.humidity),
        Column(name: "visibility_m", path: \.visibility),
        Column(name: "wind_speed_ms", path: \.windSpeed),
        Column(name: "wind_direction_deg", path: \.windDirection),
        Column(name: "wind_gust_ms", path: \.windGust),
        Column(name: "cloud_cover_pct", path: \.cloudCover),
        Column(name: "rain_1h_mm", path: \.rain1h),
        Column(name: "rain_3h_mm", path: \.rain3h),
        Column(name: "snow_1h_mm", path: \.snow1h),
        Column(name: "snow_3h_mm", path: \.snow3h),
    ]
}
