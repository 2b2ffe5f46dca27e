import Control
import Core
import Store

/// `windsock show`.
enum ShowVerb {
    static let verb = Verb(
        "show", "one place: weather now, air, the coming days",
        details: [
            "Shows what is stored, whether or not the daemon runs. Times are the place's own. On a terminal "
                + "the forecast is drawn: temperature as a line, precipitation as bars."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("PLACE", .places))],
        examples: [
            .init("windsock show Oslo", "In words and as a picture."),
            .init("windsock show Oslo --json | jq '.forecast[0]'", "The next step of the forecast."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let reader = try session.reader()
        let places = try WatchList.stored(reader)
        let place = try WatchList(places: places).find(invocation.arguments[0])
        let staleAfter = StaleAfter.read(session.directories.configurationFile)
        let now = session.now
        let weather = try storing { () throws(StoreError) in
            try reader.snapshot { () throws(StoreError) in
                StoredWeather(
                    place: place, utcOffset: try reader.place(named: place.name)?.utcOffset,
                    current: try reader.currents(of: [place.id]).first.map {
                        CurrentReport($0, now: now, staleAfter: staleAfter)
                    },
                    forecast: try reader.forecast(of: place.id), air: try reader.air(of: place.id))
            }
        }
        if session.isJSON {
            try session.json { json in weather.writeMembers(to: &json) }
        } else {
            try session.output.lines(
                WeatherPage(weather, now: now, units: session.units).lines(session.terminal))
        }
        return .done
    }
}
