import Control
import Core
import Glibc

/// `windsock add`.
enum AddVerb {
    static let verb = Verb(
        "add", "add a place to the watch list",
        details: [
            "NAME is the label, and what is looked up where no position is given: London, London,GB or "
                + "Portland,OR,US. A label may be anything with --at or --zip.",
            "Of several matches you pick one on a terminal. Elsewhere they are listed, the exit code is 65 "
                + "and nothing is added; --pick N or --first decides. Without the network or a key the "
                + "place is added and looked up later.",
        ],
        arguments: [ArgumentSyntax(ValueSyntax("NAME"))],
        options: [
            OptionSyntax(
                "at", .required(ValueSyntax("LAT,LON")),
                "the position in decimal degrees; nothing is looked up"),
            OptionSyntax(
                "zip", .required(ValueSyntax("ZIP,CC")), "look up a postal code and a country code instead"),
            OptionSyntax(
                "pick", .required(ValueSyntax("N")), "take match N, as windsock search numbers them"),
            OptionSyntax("first", "take the first match"),
        ],
        exclusive: [["at", "zip"], ["pick", "first"]],
        examples: [
            .init("windsock add London,GB", "By name and country."),
            .init("windsock add Cabin --at -33.9,18.4", "By position, under a name of your own."),
            .init("windsock add Office --zip 10001,US", "By postal code."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        var request = try request(invocation)
        let editing = try ListEditing(session)
        let place: PlaceReport
        do throws(CommandError) {
            place = try add(request, editing, session)
        } catch .agent(.refused(.ambiguousName(let query, let candidates))) {
            guard session.terminal.canAsk, !session.isJSON else {
                throw .ambiguous(query: query, candidates: candidates, command: repeated(invocation))
            }
            request.pick = try Choice.ask(
                "\(candidates.count) places are called \(query.printable())", candidates)
            request.first = false
            place = try add(request, editing, session)
        }
        if session.isJSON {
            try session.json { json in json.member("place", place) }
        } else {
            try session.output.line(outcome(of: place, editing))
        }
        return .done
    }

    private static func add(
        _ request: AddPlaceRequest, _ editing: ListEditing, _ session: Session
    ) throws(CommandError) -> PlaceReport {
        guard let place = try editing.add([request], at: session.now).first else {
            throw .agent(.protocolFault("no place came back"))
        }
        return place
    }

    private static func request(_ invocation: Invocation) throws(CommandError) -> AddPlaceRequest {
        var request = AddPlaceRequest(name: try NameArgument.validated(invocation.arguments[0]))
        request.pick = try invocation.count("pick")
        request.first = invocation.has("first")
        do throws(InputFault) {
            if let text = invocation.value("at") {
                let position = try Coordinates(argument: text)
                request.latitude = position.latitude
                request.longitude = position.longitude
            }
            request.zip = try invocation.value("zip").map(NameArgument.postalCode)
        } catch {
            throw .input(error)
        }
        return request
    }

    /// The command line to repeat with a choice.
    private static func repeated(_ invocation: Invocation) -> String {
        let zip = invocation.value("zip").map { " --zip \($0.printable())" } ?? ""
        let name = invocation.arguments[0].printable(limit: PlaceName.lengthLimit)
        return "windsock add \(name.contains(" ") ? "\"\(name)\"" : name)\(zip)"
    }

    private static func outcome(of place: PlaceReport, _ editing: ListEditing) -> String {
        let added = "\(place.title) added; "
        guard case .agent = editing else {
            let what = place.status == .pending ? "looked up" : "fetched"
            return added + "it is \(what) when windsockd runs"
        }
        let what = place.status == .pending ? "its name is looked up" : "it is fetched"
        switch (place.status, place.waitingFor) {
        case (.ambiguous, _): return added + "several places have this name: windsock status"
        case (_, .online): return added + what + " when online"
        case (_, .key): return added + what + " when there is a key: windsock key set"
        case (_, .quota), (_, .breaker): return added + what + " when the service takes calls again"
        case (.pending, _): return added + what + " soon"
        default: return added + "the first fetch is on its way"
        }
    }
}
