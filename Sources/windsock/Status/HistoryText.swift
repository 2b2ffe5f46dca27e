import Control
import Core
import Store

/// The four forms of `windsock history`.
///
/// All but the plot write row by row, however long the history is.
struct HistoryText {
    let reader: StoreReader
    let place: PlaceReport
    let period: Period
    let zone: LocalTime.Zone

    /// What is drawn as one line: OpenWeatherMap's stations report every ten minutes to an hour.
    private static let plotGap = Duration.hours(2)

    /// The columns of `v_observation`, without the place's.
    private static let columns: [(name: String, value: @Sendable (Observation) -> Double?)] = [
        ("temperature_c", { $0.temperature }), ("feels_like_c", { $0.feelsLike }),
        ("temperature_min_c", { $0.temperatureMinimum }), ("temperature_max_c", { $0.temperatureMaximum }),
        ("pressure_hpa", { $0.pressure }), ("sea_level_hpa", { $0.seaLevelPressure }),
        ("ground_level_hpa", { $0.groundLevelPressure }), ("humidity_pct", { $0.humidity }),
        ("visibility_m", { $0.visibility }), ("wind_speed_ms", { $0.windSpeed }),
        ("wind_direction_deg", { $0.windDirection }), ("wind_gust_ms", { $0.windGust }),
        ("cloud_cover_pct", { $0.cloudCover }), ("rain_1h_mm", { $0.rain1h }), ("rain_3h_mm", { $0.rain3h }),
        ("snow_1h_mm", { $0.snow1h }), ("snow_3h_mm", { $0.snow3h }),
    ]

    func csv(_ session: inout Session) throws(CommandError) {
        let names =
            ["observed_at", "observed_at_epoch", "fetched_at", "fetched_at_epoch"]
            + HistoryText.columns.map(\.name)
        try session.output.line(CSV.line(names + ["condition_id", "condition", "description", "icon"]))
        try forEachRow { row throws(CommandError) in
            let observation = row.observation
            var fields = [observation.observedAt, row.fetchedAt].flatMap { [$0.rfc3339, String($0.seconds)] }
            fields += HistoryText.columns.map { column in
                column.value(observation).map(HistoryText.plain) ?? ""
            }
            fields += [
                observation.condition.map { String($0.id) } ?? "",
                observation.condition?.group.printable() ?? "",
                observation.condition?.text.printable() ?? "", observation.condition?.icon?.printable() ?? "",
            ]
            try session.output.line(CSV.line(fields))
        }
    }

    func json(_ session: inout Session) throws(CommandError) {
        var head = JSONWriter()
        head.value(place.name)
        try session.output.write(
            "{\"schema\":\(StatusReport.schema),\"place\":\(head.text),\"observations\":[")
        var separator = "\n"
        try forEachRow { row throws(CommandError) in
            let observation = row.observation
            var json = JSONWriter()
            json.object { json in
                json.time("observed_at", observation.observedAt)
                json.time("fetched_at", row.fetchedAt)
                for column in HistoryText.columns { json.member(column.name, column.value(observation)) }
                json.member("condition_id", observation.condition?.id)
                json.member("condition", observation.condition?.group)
                json.member("description", observation.condition?.text)
                json.member("icon", observation.condition?.icon)
                json.time("sunrise_at", observation.sunrise)
                json.time("sunset_at", observation.sunset)
            }
            try session.output.write(separator + json.text)
            separator = ",\n"
        }
        try session.output.line("\n]}")
    }

    /// Fixed columns, so that a row is written when it is read.
    func table(_ session: inout Session) throws(CommandError) {
        let units = session.units
        var isEmpty = true
        try forEachRow { row throws(CommandError) in
            if isEmpty {
                let unit = Quantity.temperatureUnit(units).fitted(6, alignment: .right)
                try session.output.line(
                    "TIME              \(unit)   FEELS  HUM%   HPA  WIND         MM/H  WEATHER")
                isEmpty = false
            }
            let observation = row.observation
            let wet = (observation.rain1h ?? 0) + (observation.snow1h ?? 0)
            func number(_ value: Double?, _ digits: Int, _ width: Int) -> String {
                (value?.text(digits) ?? "–").fitted(width, alignment: .right)
            }
            let fields = [
                LocalTime(observation.observedAt, in: zone).dateAndClock.fitted(16),
                number(Quantity.converted(observation.temperature, units), 1, 6),
                number(observation.feelsLike.map { Quantity.converted($0, units) }, 1, 6),
                number(observation.humidity, 0, 4), number(observation.pressure, 0, 4),
                HistoryText.wind(observation, units).fitted(11), number(wet > 0 ? wet : nil, 1, 4),
                observation.condition?.text.printable() ?? "",
            ]
            try session.output.line(fields.joined(separator: "  ").shortened(session.terminal.width))
        }
        if isEmpty { session.remark("nothing was observed in this period") }
    }

    func plot(_ session: inout Session) throws(CommandError) {
        var temperatures: [Series.Point] = []
        var rain: [Series.Point] = []
        let units = session.units
        try forEachRow { row throws(CommandError) in
            let time = row.observation.observedAt
            temperatures.append(
                .init(at: time, value: Quantity.converted(row.observation.temperature, units)))
            rain.append(.init(at: time, value: (row.observation.rain1h ?? 0) + (row.observation.snow1h ?? 0)))
        }
        guard let window = PlotWindow(start: period.since, end: min(period.until, session.now)) else {
            throw .input(.emptyPeriod(since: "--since", until: "now"))
        }
        let plot = WeatherPlot(
            temperatures: Series(temperatures), precipitation: Series(rain), precipitationSpan: .hours(1),
            window: window, gap: HistoryText.plotGap, zone: zone, unit: Quantity.temperatureUnit(units))
        let lines = plot.lines(
            width: session.terminal.isTerminal ? session.terminal.width : session.terminal.textWidth,
            isPlain: session.terminal.isPlain)
        if lines.isEmpty {
            session.remark("nothing was observed in this period")
        } else {
            try session.output.lines(lines)
        }
    }

    private func forEachRow(_ body: (ObservationRow) throws(CommandError) -> Void) throws(CommandError) {
        var failure: CommandError?
        do throws(StoreError) {
            try reader.forEachObservation(of: place.id, since: period.since, until: period.until) {
                row throws(StoreError) in
                guard failure == nil else { return }
                do throws(CommandError) { try body(row) } catch { failure = error }
            }
        } catch {
            throw .store(error)
        }
        if let failure { throw failure }
    }

    private static func wind(_ observation: Observation, _ units: UnitSystem) -> String {
        guard let speed = observation.windSpeed else { return "–" }
        let from = observation.windDirection.map { " " + Quantity.compass($0) } ?? ""
        return Quantity.speed(speed, units) + from
    }

    /// A number for machines, without `.0`.
    private static func plain(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? value.description
    }
}
