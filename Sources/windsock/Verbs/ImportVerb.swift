import Control
import Core

/// `windsock import`.
enum ImportVerb {
    /// A list of a hundred thousand places is below this.
    private static let sizeLimit = 8 << 20

    static let verb = Verb(
        "import", "add the places of a CSV file, all or none",
        details: [
            "The columns are name,latitude,longitude,options, as windsock export writes them. A place "
                + "without a position is looked up by its name, or as an option says: query=London,GB or "
                + "zip=10001,US; paused is the third option, and ; stands between two (\\; within one). Every "
                + "faulty line is reported by its number, and then nothing is added."
        ],
        arguments: [ArgumentSyntax(ValueSyntax("FILE", .files))],
        examples: [
            .init("windsock import places.csv", "From a file."),
            .init("windsock export | ssh boat windsock import -", "From standard input."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        let path = invocation.arguments[0]
        let shown = path == "-" ? "standard input" : path
        let bytes: [UInt8]
        switch InputFile.read(path, limit: sizeLimit) {
        case .success(let read): bytes = read
        case .failure(.system(let number)): throw .file(.cannotRead(path: shown, errno: number))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .file(.importFaults(path: shown, [ImportFault(line: 1, what: "the file is not UTF-8")]))
        }
        let editing = try ListEditing(session)
        let list = try editing.list()
        let entries: [PlaceFile.Entry]
        do throws(PlaceFileFaults) {
            entries = try PlaceFile.entries(text, taken: list.places.map(\.name))
        } catch {
            throw .file(.importFaults(path: shown, error.faults))
        }
        let added = try editing.add(entries.map(\.request), at: session.now)
        if session.isJSON {
            try session.json { json in json.member("places", added) }
        } else {
            try session.output.line("\(added.count.counted("place")) added")
        }
        return .done
    }
}
