import Core

extension Forecast {
    /// Decodes the answer of `/data/2.5/forecast`.
    ///
    /// Every step needs `dt` and `main.temp`: half a forecast must not replace a whole one. Of steps for
    /// the same time the first counts.
    ///
    /// - Throws: `FetchFailure.undecodable` or `.implausible`.
    init(_ root: AnswerObject, unit: UnitSystem, _ check: Plausibility) throws(FetchFailure) {
        var steps: [ForecastStep] = []
        var times: Set<UnixTime> = []
        for (index, answer) in root.array("list").enumerated() {
            let step = try ForecastStep(answer, index: index, unit: unit)
            if times.insert(step.validAt).inserted { steps.append(step) }
        }
        guard let forecast = Forecast(steps: steps), let first = forecast.steps.first,
            let last = forecast.steps.last
        else { throw .undecodable("list is missing or empty") }
        try check.position(root.object("city").object("coord"))
        try check.time(first.validAt)
        try check.latest(last.validAt)
        for step in forecast.steps { try check.temperature(step.temperature) }
        self = forecast
    }
}

extension ForecastStep {
    init(_ answer: AnswerObject, index: Int, unit: UnitSystem) throws(FetchFailure) {
        let main = answer.object("main")
        guard let seconds = answer.integer("dt") else { throw .undecodable("list[\(index)].dt is missing") }
        guard let temperature = main.number("temp") else {
            throw .undecodable("list[\(index)].main.temp is missing")
        }
        let wind = Wind(answer, unit: unit)
        self.init(validAt: UnixTime(seconds: seconds), temperature: unit.celsius(temperature))
        feelsLike = main.temperature("feels_like", unit, in: PhysicalRange.feltTemperature)
        pressure = main.number("pressure", in: PhysicalRange.pressure)
        humidity = main.number("humidity", in: PhysicalRange.percent)
        visibility = answer.number("visibility", in: PhysicalRange.visibility)
        windSpeed = wind.speed
        windDirection = wind.direction
        windGust = wind.gust
        cloudCover = answer.object("clouds").number("all", in: PhysicalRange.percent)
        precipitationProbability = answer.number("pop", in: PhysicalRange.probability)
        rain3h = answer.precipitation("rain", "3h")
        snow3h = answer.precipitation("snow", "3h")
        condition = answer.condition
    }
}
