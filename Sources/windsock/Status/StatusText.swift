import Control
import Core

/// `windsock status` for people.
enum StatusText {
    static func lines(_ report: StatusReport, _ session: Session) -> [String] {
        let headline = StatusHeadline(report, now: session.now, start: session.startCommand)
        let style = session.terminal.style
        let first = HelpPage.wrapped(headline.text, width: session.terminal.width, indent: 2)
        var lines = first.map { style.tinted($0, headline.tint) } + headline.more
        guard !report.places.isEmpty else {
            return lines
                + (report.counts.places == 0 ? ["", "no places yet; add one with: windsock add NAME"] : [])
        }
        var table = TextTable([
            .init("PLACE", mayShrink: true), .init("NOW", .right), .init("", mayShrink: true),
            .init("SEEN", .right), .init("NEXT"), .init("", mayShrink: true),
        ])
        for place in report.places {
            let row = PlaceRow(place, now: session.now, units: session.units)
            table.append([
                .init(row.name), .init(row.temperature), .init(row.condition), .init(row.seen),
                .init(report.daemon.state == .running ? row.next : "–"), .init(row.note, row.tint),
            ])
        }
        lines += [""] + table.lines(width: session.terminal.width, style: style)
        for place in report.places where place.status == .ambiguous {
            let name = place.name.printable(limit: PlaceName.lengthLimit)
            let question = "\(place.candidates.count) places are called \(name)"
            lines += ["", "\(question); decide with: windsock pick \"\(name)\" N"]
            lines += CandidateList.lines(place.candidates)
        }
        return lines
    }
}
