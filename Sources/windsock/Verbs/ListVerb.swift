import Control
import Core

/// `windsock list`.
enum ListVerb {
    static let verb = Verb(
        "list", "the watch list: names, positions, what is fetched",
        examples: [
            .init("windsock list", "One line a place."),
            .init("windsock list --json | jq -r '.places[].name'", "The names alone."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let list = try WatchList(session)
        if session.isJSON {
            try session.json { json in json.member("places", list.places) }
            return .done
        }
        guard !list.places.isEmpty else {
            session.remark("no places yet; add one with: windsock add NAME")
            return .done
        }
        var table = TextTable([
            .init("PLACE", mayShrink: true), .init("LATITUDE", .right), .init("LONGITUDE", .right),
            .init("KNOWN AS", mayShrink: true), .init("STATUS"),
        ])
        for place in list.places {
            table.append([
                .init(place.name.printable(limit: PlaceName.lengthLimit)),
                .init(place.coordinates?.latitude.text(4) ?? "–"),
                .init(place.coordinates?.longitude.text(4) ?? "–"), .init(knownAs(place)),
                .init(place.status.words, place.status.tint),
            ])
        }
        try session.output.lines(table.lines(width: session.terminal.width, style: session.terminal.style))
        return .done
    }

    private static func knownAs(_ place: PlaceReport) -> String {
        [place.resolvedName, place.state, place.country].compactMap { $0?.printable() }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}

extension PlaceStatus {
    fileprivate var tint: Tint? {
        switch self {
        case .active, .paused: nil
        case .pending, .ambiguous: .stale
        case .notFound: .broken
        }
    }
}
