import Core

/// Reads the weather back, through the same views that everybody else uses.
struct WeatherReading {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    private static let observation = """
        SELECT
            place_id, observed_at, fetched_at, temperature_c, feels_like_c, temperature_min_c,
            temperature_max_c, pressure_hpa, sea_level_hpa, ground_level_hpa, humidity_pct, visibility_m, wind_speed_ms,
            wind_direction_deg, wind_gust_ms, cloud_cover_pct, rain_1h_mm, rain_3h_mm, snow_1h_mm, snow_3h_mm,
            condition_id, condition, description, icon, sunrise_at, sunset_at
        """
    private static let current = observation + ", checked_at FROM v_current"

    /// The newest observation of every place that has one, by place.
    func currents() throws(StoreError) -> [CurrentRow] {
        try connection.rows(Self.current + " ORDER BY place_id", [], Self.current)
    }

    func current(of place: PlaceID) throws(StoreError) -> CurrentRow? {
        try connection.first(Self.current + " WHERE place_id = ?", [SQLValue(place)], Self.current)
    }

    /// Calls `body` with the observations from `since` up to, not including, `until`, oldest first.
    func observations(
        of place: PlaceID, since: UnixTime?, until: UnixTime?,
        _ body: (ObservationRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let sql =
            Self.observation + """
                 FROM v_observation
                WHERE place_id = ? AND observed_at >= ? AND observed_at < ? ORDER BY observed_at
                """
        let values: [SQLValue] = [
            SQLValue(place), .integer(since?.seconds ?? .min), .integer(until?.seconds ?? .max),
        ]
        try connection.forEach(sql, values) { (row) throws(StoreError) in
            let (_, kept) = Self.observation(&row)
            try body(kept)
        }
    }

    func forecast(of place: PlaceID) throws(StoreError) -> ForecastRow? {
        let times = try connection.first(
            "SELECT at, checked_at FROM latest WHERE place_id = ? AND kind = 'forecast'", [SQLValue(place)]
        ) { row in (UnixTime(seconds: row.integer()), UnixTime(seconds: row.integer())) }
        guard let (issuedAt, checkedAt) = times else { return nil }
        let sql = """
            SELECT
                valid_at, temperature_c, feels_like_c, pressure_hpa, humidity_pct, visibility_m,
                wind_speed_ms, wind_direction_deg, wind_gust_ms, cloud_cover_pct, precipitation_probability, rain_3h_mm,
                snow_3h_mm, condition_id, condition, description, icon
            FROM v_forecast WHERE place_id = ? ORDER BY valid_at
            """
        let steps = try connection.rows(sql, [SQLValue(place)], Self.step)
        return Forecast(steps: steps).map {
            ForecastRow(forecast: $0, issuedAt: issuedAt, checkedAt: checkedAt)
        }
    }

    func air(of place: PlaceID) throws(StoreError) -> AirRow? {
        let sql = """
            SELECT checked_at, observed_at, aqi, co_ugm3, no_ugm3, no2_ugm3, o3_ugm3, so2_ugm3, pm2_5_ugm3,
                pm10_ugm3, nh3_ugm3
            FROM latest JOIN v_air ON v_air.place_id = latest.place_id AND observed_at = at
            WHERE latest.place_id = ? AND kind = 'air'
            """
        return try connection.first(sql, [SQLValue(place)]) { row in
            let checkedAt = UnixTime(seconds: row.integer())
            var air = AirQuality(observedAt: UnixTime(seconds: row.integer()))
            air.index = row.integerOrNil()
            air.co = row.realOrNil()
            air.no = row.realOrNil()
            air.no2 = row.realOrNil()
            air.o3 = row.realOrNil()
            air.so2 = row.realOrNil()
            air.pm25 = row.realOrNil()
            air.pm10 = row.realOrNil()
            air.nh3 = row.realOrNil()
            return AirRow(air: air, checkedAt: checkedAt)
        }
    }

    private static func current(_ row: inout Row) -> CurrentRow {
        let (place, kept) = observation(&row)
        return CurrentRow(
            place: place, observation: kept.observation, fetchedAt: kept.fetchedAt,
            checkedAt: UnixTime(seconds: row.integer()))
    }

    private static func observation(_ row: inout Row) -> (PlaceID, ObservationRow) {
        let place = PlaceID(row.integer())
        let observedAt = UnixTime(seconds: row.integer())
        let fetchedAt = UnixTime(seconds: row.integer())
        var observation = Observation(observedAt: observedAt, temperature: row.real())
        observation.feelsLike = row.realOrNil()
        observation.temperatureMinimum = row.realOrNil()
        observation.temperatureMaximum = row.realOrNil()
        observation.pressure = row.realOrNil()
        observation.seaLevelPressure = row.realOrNil()
        observation.groundLevelPressure = row.realOrNil()
        observation.humidity = row.realOrNil()
        observation.visibility = row.realOrNil()
        observation.windSpeed = row.realOrNil()
        observation.windDirection = row.realOrNil()
        observation.windGust = row.realOrNil()
        observation.cloudCover = row.realOrNil()
        observation.rain1h = row.realOrNil()
        observation.rain3h = row.realOrNil()
        observation.snow1h = row.realOrNil()
        observation.snow3h = row.realOrNil()
        observation.condition = condition(&row)
        observation.sunrise = row.integerOrNil().map(UnixTime.init(seconds:))
        observation.sunset = row.integerOrNil().map(UnixTime.init(seconds:))
        return (place, ObservationRow(observation: observation, fetchedAt: fetchedAt))
    }

    private static func step(_ row: inout Row) -> ForecastStep {
        let validAt = UnixTime(seconds: row.integer())
        var step = ForecastStep(validAt: validAt, temperature: row.real())
        step.feelsLike = row.realOrNil()
        step.pressure = row.realOrNil()
        step.humidity = row.realOrNil()
        step.visibility = row.realOrNil()
        step.windSpeed = row.realOrNil()
        step.windDirection = row.realOrNil()
        step.windGust = row.realOrNil()
        step.cloudCover = row.realOrNil()
        step.precipitationProbability = row.realOrNil()
        step.rain3h = row.realOrNil()
        step.snow3h = row.realOrNil()
        step.condition = condition(&row)
        return step
    }

    private static func condition(_ row: inout Row) -> Condition? {
        let id = row.integerOrNil()
        let group = row.text()
        let text = row.text()
        let icon = row.textOrNil()
        return id.map { Condition(id: $0, group: group, text: text, icon: icon) }
    }
}
