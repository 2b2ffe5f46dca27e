import Control
import Core
import Store

/// `windsock show` for people.
struct WeatherPage {
    /// What OpenWeather's licence asks for wherever its data is shown.
    static let attribution = "Weather data: OpenWeather"

    private static let label = 8

    private let weather: StoredWeather
    private let now: UnixTime
    private let units: UnitSystem
    private let zone: LocalTime.Zone

    init(_ weather: StoredWeather, now: UnixTime, units: UnitSystem) {
        self.weather = weather
        self.now = now
        self.units = units
        zone = weather.utcOffset.map { .offset($0) } ?? .machine
    }

    func lines(_ terminal: Terminal) -> [String] {
        var lines = [heading]
        lines += section("now", nowLines, terminal)
        lines += section("air", air.map { [$0] } ?? [], terminal)
        lines += section("sun", sun.map { [$0] } ?? [], terminal)
        if weather.current == nil { lines.append("nothing fetched yet (\(weather.place.status.words))") }
        if terminal.isTerminal {
            let plot = plotLines(terminal)
            if !plot.isEmpty { lines += [""] + plot }
        } else {
            lines += forecastLines
        }
        return lines + [WeatherPage.attribution]
    }

    private var heading: String {
        guard let position = weather.place.coordinates else { return weather.place.title }
        return "\(weather.place.title) · \(position.latitude.text(2)), \(position.longitude.text(2))"
    }

    private func section(_ label: String, _ texts: [String], _ terminal: Terminal) -> [String] {
        texts.enumerated().flatMap { index, text in
            HelpPage.wrapped(
                (index == 0 ? label : "").fitted(WeatherPage.label) + text,
                width: max(terminal.textWidth, 40),
                indent: WeatherPage.label)
        }
    }

    private var nowLines: [String] {
        guard let current = weather.current else { return [] }
        let observation = current.observation
        var first = Quantity.temperature(observation.temperature, units)
        if let feels = observation.feelsLike {
            first += ", feels \(Quantity.converted(feels, units).text(1))"
        }
        first += [
            observation.condition?.text.printable(), observation.humidity.map { "\($0.text(0)) %" },
            observation.pressure.map { "\($0.text(0)) hPa" }, precipitation(observation),
        ].compactMap { $0 }.map { " · " + $0 }.joined()
        let second = [wind(observation), ages(current)].compactMap { $0 }.joined(separator: " · ")
        return [first, second]
    }

    private func precipitation(_ observation: Observation) -> String? {
        func amount(_ name: String, _ value: Double?) -> String? {
            value.flatMap { $0 > 0 ? "\(name) \($0.text(1)) mm/h" : nil }
        }
        let rain = amount("rain", observation.rain1h)
        let snow = amount("snow", observation.snow1h)
        let parts = [rain, snow].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func wind(_ observation: Observation) -> String? {
        guard let speed = observation.windSpeed else { return nil }
        let from = observation.windDirection.map { " from \(Quantity.compass($0))" } ?? ""
        let gusts = observation.windGust.map { ", gusts \(Quantity.speed($0, units))" } ?? ""
        return "wind \(Quantity.speed(speed, units))\(from)\(gusts)"
    }

    /// Both times; when stale, both ages.
    private func ages(_ current: CurrentReport) -> String {
        if current.isStale {
            return "stale: observed \(ago(current.observation.observedAt)), checked \(ago(current.checkedAt))"
        }
        return "observed \(clock(current.observation.observedAt)), checked \(clock(current.checkedAt))"
    }

    private func ago(_ time: UnixTime) -> String {
        let age = PlaceRow.age(time, now)
        return time > now ? age : age + " ago"
    }

    private func clock(_ time: UnixTime) -> String {
        LocalTime(time, in: zone).brief(now: LocalTime(now, in: zone))
    }

    private var air: String? {
        guard let row = weather.air else { return nil }
        let index = row.air.index.map { "\(Quantity.airQuality($0)) (\($0) of 5)" }
        let parts = [
            ("PM2.5", row.air.pm25), ("PM10", row.air.pm10), ("O3", row.air.o3), ("NO2", row.air.no2),
        ]
        .compactMap { name, value in value.map { "\(name) \($0.text(1))" } }
        let values = parts.isEmpty ? [] : [parts.joined(separator: " · ") + " µg/m³"]
        let age = row.air.observedAt.duration(to: now)
        let old = age > .hours(3) ? ["\(PlaceRow.age(row.air.observedAt, now)) old"] : []
        return ([index].compactMap { $0 } + values + old).joined(separator: " · ")
    }

    private var sun: String? {
        guard let rise = weather.current?.observation.sunrise, let set = weather.current?.observation.sunset
        else {
            return nil
        }
        return "\(LocalTime(rise, in: zone).clock) – \(LocalTime(set, in: zone).clock)"
    }

    // MARK: the coming days

    private var steps: [ForecastStep] {
        (weather.forecast?.forecast.steps ?? []).filter { $0.validAt > now.advanced(by: .hours(-3)) }
    }

    private func plotLines(_ terminal: Terminal) -> [String] {
        let steps = steps
        guard let first = steps.first, let last = steps.last,
            let window = PlotWindow(start: first.validAt, end: last.validAt)
        else { return [] }
        return WeatherPlot(
            temperatures: Series(
                steps.map { .init(at: $0.validAt, value: Quantity.converted($0.temperature, units)) }),
            precipitation: Series(
                steps.map { .init(at: $0.validAt, value: ($0.rain3h ?? 0) + ($0.snow3h ?? 0)) }),
            precipitationSpan: .hours(3), window: window, gap: .hours(6), zone: zone,
            unit: Quantity.temperatureUnit(units)
        ).lines(width: terminal.width, isPlain: terminal.isPlain)
    }

    /// Off a terminal a table says more than a picture.
    private var forecastLines: [String] {
        guard !steps.isEmpty else { return [] }
        var table = TextTable([
            .init("TIME"), .init("TEMP", .right), .init("RAIN", .right), .init("WIND", .right),
            .init("WEATHER"),
        ])
        for step in steps {
            let time = LocalTime(step.validAt, in: zone)
            let wet = (step.rain3h ?? 0) + (step.snow3h ?? 0)
            table.append([
                .init("\(time.dayName) \(time.clock)"), .init(Quantity.temperature(step.temperature, units)),
                .init(wet > 0 ? "\(wet.text(1)) mm" : "–"),
                .init(step.windSpeed.map { Quantity.speed($0, units) } ?? "–"),
                .init(step.condition?.text.printable() ?? ""),
            ])
        }
        return [""] + table.lines(width: 200, style: .plain)
    }
}
