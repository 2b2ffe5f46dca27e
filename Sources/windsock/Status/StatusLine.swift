package import Control
package import Core

/// The short forms for status bars.
package enum StatusLine {
    /// `Oslo −3.0 °C snow`, with ` (44 min)` when stale; several places with a point between them.
    package static func text(_ places: [PlaceReport], now: UnixTime, units: UnitSystem) -> String {
        places.map { place in
            let row = PlaceRow(place, now: now, units: units)
            let weather = [row.name, row.temperature, row.condition].filter { !$0.isEmpty }.joined(
                separator: " ")
            guard let current = place.current, current.isStale else { return weather }
            return weather + " (\(PlaceRow.age(current.checkedAt, now)))"
        }.joined(separator: " · ")
    }

    /// One line for waybar-custom(5): text, tooltip and classes.
    ///
    /// waybar reads both texts as Pango markup.
    package static func waybar(_ report: StatusReport, now: UnixTime, units: UnitSystem) -> String {
        let headline = StatusHeadline(report, now: now)
        let rows = report.places.map { place in
            let row = PlaceRow(place, now: now, units: units)
            let note = row.note.isEmpty ? "" : ", \(row.note)"
            return "\(row.name): \(row.temperature) \(row.condition) (\(row.seen)\(note))"
        }
        var classes = [
            report.daemon.state == .running
                ? report.reachability.state.rawValue : DaemonReport.State.stopped.rawValue
        ]
        if report.places.contains(where: { $0.current?.isStale ?? false }) { classes.append("stale") }
        if report.key.state == .refused || report.key.state == .missing { classes.append("key") }
        var json = JSONWriter()
        json.object { json in
            json.member("text", escaped(text(report.places, now: now, units: units)))
            json.member("tooltip", escaped(([headline.text] + headline.more + rows).joined(separator: "\n")))
            json.member("class", classes)
            json.member("percentage", freshness(report.places))
        }
        return json.text
    }

    /// How many of a hundred places are fresh.
    private static func freshness(_ places: [PlaceReport]) -> Int {
        guard !places.isEmpty else { return 0 }
        return places.count { $0.current.map { !$0.isStale } ?? false } * 100 / places.count
    }

    private static func escaped(_ text: String) -> String {
        text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    }
}
