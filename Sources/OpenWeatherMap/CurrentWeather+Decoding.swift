import Core

extension CurrentWeather {
    /// Decodes the answer of `/data/2.5/weather`; only `dt` and `main.temp` are required.
    ///
    /// - Throws: `FetchFailure.undecodable` or `.implausible`.
    init(_ root: AnswerObject, unit: UnitSystem, _ check: Plausibility) throws(FetchFailure) {
        let main = root.object("main")
        guard let seconds = root.integer("dt") else { throw .undecodable("dt is missing") }
        guard let sent = main.number("temp") else { throw .undecodable("main.temp is missing") }
        let observedAt = UnixTime(seconds: seconds)
        let temperature = unit.celsius(sent)
        try check.position(root.object("coord"))
        try check.time(observedAt)
        try check.temperature(temperature)

        var observation = Observation(observedAt: observedAt, temperature: temperature)
        let wind = Wind(root, unit: unit)
        let sun = root.object("sys")
        observation.feelsLike = main.temperature("feels_like", unit, in: PhysicalRange.feltTemperature)
        observation.temperatureMinimum = main.temperature("temp_min", unit)
        observation.temperatureMaximum = main.temperature("temp_max", unit)
        observation.pressure = main.number("pressure", in: PhysicalRange.pressure)
        observation.seaLevelPressure = main.number("sea_level", in: PhysicalRange.pressure)
        observation.groundLevelPressure = main.number("grnd_level", in: PhysicalRange.pressure)
        observation.humidity = main.number("humidity", in: PhysicalRange.percent)
        observation.visibility = root.number("visibility", in: PhysicalRange.visibility)
        observation.windSpeed = wind.speed
        observation.windDirection = wind.direction
        observation.windGust = wind.gust
        observation.cloudCover = root.object("clouds").number("all", in: PhysicalRange.percent)
        observation.rain1h = root.precipitation("rain", "1h")
        observation.rain3h = root.precipitation("rain", "3h")
        observation.snow1h = root.precipitation("snow", "1h")
        observation.snow3h = root.precipitation("snow", "3h")
        observation.condition = root.condition
        observation.sunrise = check.near(observedAt, sun.integer("sunrise"))
        observation.sunset = check.near(observedAt, sun.integer("sunset"))
        self.init(
            observation: observation, name: root.text("name"), country: sun.text("country"),
            utcOffset: root.integer("timezone", in: PhysicalRange.utcOffset))
    }
}
