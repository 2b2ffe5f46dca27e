import Core

/// Keeps what the service answered: steps of a transaction that the caller holds.
struct WeatherTable {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Keeps one answer for every place that shared the call.
    ///
    /// Places removed meanwhile are passed over.
    ///
    /// - Returns: `stored` when any of them had not seen it, else `unchanged`. The time of the check moves
    ///   either way.
    func keep(
        _ weather: Weather, for places: [PlaceID], fetchedAt: UnixTime
    ) throws(StoreError) -> StoredOutcome {
        var outcome = StoredOutcome.unchanged
        for place in places where try isListed(place) {
            let isNew =
                switch weather {
                case .current(let current): try keep(current, for: place, fetchedAt: fetchedAt)
                case .forecast(let forecast): try keep(forecast, for: place, fetchedAt: fetchedAt)
                case .air(let air): try keep(air, for: place, fetchedAt: fetchedAt)
                }
            if isNew { outcome = .stored }
        }
        return outcome
    }

    private func isListed(_ place: PlaceID) throws(StoreError) -> Bool {
        try connection.number("SELECT count(*) FROM place WHERE id = ?", [SQLValue(place)]) == 1
    }

    private func keep(
        _ current: CurrentWeather, for place: PlaceID, fetchedAt: UnixTime
    ) throws(StoreError) -> Bool {
        let isNew = try insert(current.observation, for: place, fetchedAt: fetchedAt)
        try setLatest(place, .current, at: current.observation.observedAt, checkedAt: fetchedAt)
        try describe(place, by: current)
        return isNew
    }

    private func insert(
        _ observation: Observation, for place: PlaceID, fetchedAt: UnixTime
    ) throws(StoreError) -> Bool {
        let sql = """
            INSERT INTO observation (
                place_id, observed_at, fetched_after, temperature, feels_like, temperature_min,
                temperature_max, pressure, sea_level, ground_level, humidity, visibility, wind_speed,
                wind_direction, wind_gust, cloud_cover, rain_1h, rain_3h, snow_1h, snow_3h, condition_id, sunrise_after, sunset_after)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (place_id, observed_at) DO NOTHING
            """
        let after = { (time: UnixTime?) in
            SQLValue(time.map { observation.observedAt.duration(to: $0).components.seconds })
        }
        let values: [SQLValue] = [
            SQLValue(place), SQLValue(observation.observedAt), after(fetchedAt),
            .hundredths(observation.temperature), .hundredths(observation.feelsLike),
            .hundredths(observation.temperatureMinimum), .hundredths(observation.temperatureMaximum),
            .hundredths(observation.pressure), .hundredths(observation.seaLevelPressure),
            .hundredths(observation.groundLevelPressure), .whole(observation.humidity),
            .whole(observation.visibility), .hundredths(observation.windSpeed),
            .whole(observation.windDirection), .hundredths(observation.windGust),
            .whole(observation.cloudCover), .hundredths(observation.rain1h), .hundredths(observation.rain3h),
            .hundredths(observation.snow1h), .hundredths(observation.snow3h),
            try identity(of: observation.condition), after(observation.sunrise), after(observation.sunset),
        ]
        return try connection.run(sql, values) == 1
    }

    /// An older observation that arrives late is history; it takes nothing from the newest.
    private func setLatest(
        _ place: PlaceID, _ kind: WeatherKind, at time: UnixTime, checkedAt: UnixTime
    ) throws(StoreError) {
        let sql = """
            INSERT INTO latest (place_id, kind, at, checked_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (place_id, kind)
                DO UPDATE SET at = max(at, excluded.at), checked_at = excluded.checked_at
            """
        try connection.run(
            sql, [SQLValue(place), .text(kind.rawValue), SQLValue(time), SQLValue(checkedAt)])
    }

    /// What the answer says of the place fills what is not known yet; the offset follows summer time.
    private func describe(_ place: PlaceID, by current: CurrentWeather) throws(StoreError) {
        let sql = """
            UPDATE place SET
                resolved_name = ifnull(resolved_name, ?2),
                country = ifnull(country, ?3),
                utc_offset_s = ifnull(?4, utc_offset_s)
            WHERE id = ?1
                AND (resolved_name IS NULL AND ?2 IS NOT NULL OR country IS NULL AND ?3 IS NOT NULL
                    OR utc_offset_s IS NOT ifnull(?4, utc_offset_s))
            """
        let named = { (text: String?) in SQLValue(text.flatMap { $0.isEmpty ? nil : $0 }) }
        try connection.run(
            sql,
            [SQLValue(place), named(current.name), named(current.country), SQLValue(current.utcOffset)])
    }

    private func keep(
        _ forecast: Forecast, for place: PlaceID, fetchedAt: UnixTime
    ) throws(StoreError) -> Bool {
        let known = try WeatherReading(connection).forecast(of: place)
        guard known?.forecast != forecast else {
            try setLatest(place, .forecast, at: known?.issuedAt ?? fetchedAt, checkedAt: fetchedAt)
            return false
        }
        try connection.run("DELETE FROM forecast WHERE place_id = ?", [SQLValue(place)])
        for step in forecast.steps { try insert(step, for: place) }
        // A forecast has no date of its own, so the one that came last is the newest whatever the clock did.
        try connection.run(
            "DELETE FROM latest WHERE place_id = ? AND kind = ?",
            [SQLValue(place), .text(WeatherKind.forecast.rawValue)])
        try setLatest(place, .forecast, at: fetchedAt, checkedAt: fetchedAt)
        return true
    }

    private func insert(_ step: ForecastStep, for place: PlaceID) throws(StoreError) {
        // Of two steps for the same time the later one in the list counts.
        let sql = """
            INSERT OR REPLACE INTO forecast (
                place_id, valid_at, temperature, feels_like, pressure, humidity, visibility, wind_speed,
                wind_direction, wind_gust, cloud_cover, precipitation_probability, rain_3h, snow_3h,
                condition_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let values: [SQLValue] = [
            SQLValue(place), SQLValue(step.validAt), .hundredths(step.temperature),
            .hundredths(step.feelsLike),
            .hundredths(step.pressure), .whole(step.humidity), .whole(step.visibility),
            .hundredths(step.windSpeed), .whole(step.windDirection), .hundredths(step.windGust),
            .whole(step.cloudCover), .hundredths(step.precipitationProbability), .hundredths(step.rain3h),
            .hundredths(step.snow3h), try identity(of: step.condition),
        ]
        try connection.run(sql, values)
    }

    private func keep(_ air: AirQuality, for place: PlaceID, fetchedAt: UnixTime) throws(StoreError) -> Bool {
        let sql = """
            INSERT INTO air (place_id, observed_at, aqi, co, no, no2, o3, so2, pm2_5, pm10, nh3)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (place_id, observed_at) DO NOTHING
            """
        let values: [SQLValue] = [
            SQLValue(place), SQLValue(air.observedAt), SQLValue(air.index), .hundredths(air.co),
            .hundredths(air.no), .hundredths(air.no2), .hundredths(air.o3), .hundredths(air.so2),
            .hundredths(air.pm25), .hundredths(air.pm10), .hundredths(air.nh3),
        ]
        let isNew = try connection.run(sql, values) == 1
        try setLatest(place, .air, at: air.observedAt, checkedAt: fetchedAt)
        return isNew
    }

    /// The row of a condition, added when its wording is new.
    private func identity(of condition: Condition?) throws(StoreError) -> SQLValue {
        guard let condition else { return .null }
        let values: [SQLValue] = [
            .integer(condition.id), .text(condition.group), .text(condition.text), SQLValue(condition.icon),
        ]
        let sql = "SELECT id FROM condition WHERE code = ? AND name = ? AND description = ? AND icon IS ?"
        if let known = try connection.first(sql, values, { $0.integer() }) { return .integer(known) }
        try connection.run(
            "INSERT INTO condition (code, name, description, icon) VALUES (?, ?, ?, ?)", values)
        return .integer(connection.lastInsertedID)
    }
}
