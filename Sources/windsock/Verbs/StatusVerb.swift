import Control
import Core

/// `windsock status`.
enum StatusVerb {
    static let verb = Verb(
        "status", "reachability, key and calls, and of each place: now, ages, what comes next and why",
        details: [
            "The first line says whether OpenWeatherMap can be reached, since when and, if not, why. SEEN "
                + "is how long ago the service last confirmed the weather shown; NEXT is when it will be "
                + "asked again, or for what that waits.",
            "While the daemon is stopped the stored values are shown and the exit code is 3. With --waybar "
                + "it is 0 even then, because waybar hides a module that fails; the class says stopped "
                + "instead. Neither form ever calls the service.",
        ],
        arguments: [ArgumentSyntax(ValueSyntax("PLACE", .places), .any)],
        options: [
            OptionSyntax("line", "one short line for a status bar"),
            OptionSyntax("waybar", "one JSON line for a custom module of waybar"),
        ],
        exclusive: [["json", "line", "waybar"]],
        examples: [
            .init("windsock status", "Everything at a glance."),
            .init(
                "windsock status --line Oslo", "Oslo −3.0 °C snow, and its age when it is stale."),
            .init("windsock status --json | jq .reachability.state", "For scripts."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let source = try StatusSource(session, places: invocation.arguments)
        let report = source.report
        if let fault = source.weatherFault, !session.isJSON {
            Session.standardError(fault.complaint.text)
        }
        if session.isJSON {
            var json = JSONWriter()
            json.object(report.writeMembers)
            try session.output.line(json.text)
        } else if invocation.has("line") {
            try session.output.line(StatusLine.text(report.places, now: session.now, units: session.units))
        } else if invocation.has("waybar") {
            try session.output.line(StatusLine.waybar(report, now: session.now, units: session.units))
            return .done
        } else {
            try session.output.lines(StatusText.lines(report, session))
        }
        return report.daemon.state == .running ? .done : .notRunning
    }
}
