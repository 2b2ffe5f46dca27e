package import Control
import Core

/// The watch list as a file: CSV with the columns `name,latitude,longitude,options`.
///
/// Options are separated by `;`: `query=London,GB` or `zip=10001,US` for a place that is to be looked up,
/// `paused`. Within one, `\;` stands for a semicolon and `\\` for a backslash. A place with neither a position
/// nor a query is looked up by its name.
package enum PlaceFile {
    package static let columns = ["name", "latitude", "longitude", "options"]

    /// A line of the file, understood.
    package struct Entry: Equatable, Sendable {
        package let line: Int
        package var request: AddPlaceRequest
    }

    /// Reads a file.
    ///
    /// A first line that names the columns is skipped.
    ///
    /// - Parameter taken: names that are on the list already.
    /// - Throws: `PlaceFileFaults` with every fault of every line.
    package static func entries(_ text: String, taken: [String]) throws(PlaceFileFaults) -> [Entry] {
        var records: [CSV.Record]
        do throws(ImportFault) {
            records = try CSV.records(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
        } catch {
            throw PlaceFileFaults(faults: [error])
        }
        if let first = records.first?.fields.first, PlaceName.key(first) == columns[0] {
            records.removeFirst()
        }
        var faults: [ImportFault] = []
        var entries: [Entry] = []
        var names = Dictionary(taken.map { (PlaceName.key($0), 0) }) { first, _ in first }
        for record in records {
            do throws(InputFault) {
                let entry = try entry(record)
                let key = PlaceName.key(entry.request.name)
                if let earlier = names[key] {
                    let name = entry.request.name.printable()
                    faults.append(
                        ImportFault(
                            line: record.line,
                            what: earlier == 0
                                ? "\"\(name)\" is on the list already"
                                : "\"\(name)\" stands in line \(earlier) already"))
                    continue
                }
                names[key] = record.line
                entries.append(entry)
            } catch {
                faults.append(ImportFault(line: record.line, what: error.complaint.what))
            }
        }
        if records.isEmpty { faults.append(ImportFault(line: 1, what: "there is no place in the file")) }
        guard faults.isEmpty else { throw PlaceFileFaults(faults: faults) }
        return entries
    }

    private static func entry(_ record: CSV.Record) throws(InputFault) -> Entry {
        let fields = record.fields + Array(repeating: "", count: max(0, columns.count - record.fields.count))
        guard fields.count == columns.count else {
            throw .tooManyFields(count: fields.count, limit: columns.count)
        }
        var entry = Entry(line: record.line, request: AddPlaceRequest(name: try name(fields[0])))
        if !fields[1].isEmpty || !fields[2].isEmpty {
            let (latitude, longitude) = (trimmed(fields[1]), trimmed(fields[2]))
            let position = try Coordinates(
                latitude: latitude, longitude: longitude, whole: "\(latitude),\(longitude)")
            entry.request.latitude = position.latitude
            entry.request.longitude = position.longitude
        }
        for option in options(fields[3]) {
            let parts = option.cut(at: "=")
            switch (parts?.before ?? option, parts?.after) {
            case ("paused", nil): entry.request.isPaused = true
            case ("query", .some(let query)) where !query.isEmpty: entry.request.query = try name(query)
            case ("zip", .some(let zip)): entry.request.zip = try NameArgument.postalCode(zip)
            default: throw .unknownPlaceOption(option)
            }
        }
        return entry
    }

    /// A number as a spreadsheet may write it: with blanks around it.
    private static func trimmed(_ field: String) -> String {
        guard let first = field.firstIndex(where: { !$0.isWhitespace }),
            let last = field.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(field[first...last])
    }

    private static func name(_ text: String) throws(InputFault) -> String {
        do throws(PlaceName.Fault) {
            return try PlaceName.validated(text)
        } catch {
            throw .badName(error, text: text)
        }
    }

    /// The options of a field, those that are empty left out.
    private static func options(_ field: String) -> [String] {
        var options = [String.UnicodeScalarView()]
        var scalars = Substring(field).unicodeScalars
        while let scalar = scalars.popFirst() {
            if scalar == ";" {
                options.append(String.UnicodeScalarView())
            } else if scalar == "\\", let next = scalars.first, next == ";" || next == "\\" {
                options[options.count - 1].append(next)
                scalars.removeFirst()
            } else {
                options[options.count - 1].append(scalar)
            }
        }
        return options.filter { !$0.isEmpty }.map { String($0) }
    }

    private static func escaped(_ option: String) -> String {
        withoutControls(option).replacing(["\\": "\\\\", ";": "\\;"])
    }

    /// No name on a list has any; a daemon may say otherwise, and the file may go to a terminal.
    private static func withoutControls(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControlOrBidirectional }))
    }

    /// The file for a list.
    package static func text(_ places: [PlaceReport]) -> String {
        ([columns] + places.map(fields)).map { CSV.line($0) + "\n" }.joined()
    }

    private static func fields(_ place: PlaceReport) -> [String] {
        var options: [String] = []
        if place.coordinates == nil {
            switch place.query {
            case .name(let query): options.append("query=" + escaped(query))
            case .zip(let zip): options.append("zip=" + escaped(zip))
            case nil: break
            }
        }
        if place.status == .paused { options.append("paused") }
        return [
            withoutControls(place.name), place.coordinates?.latitude.withoutExponent ?? "",
            place.coordinates?.longitude.withoutExponent ?? "", options.joined(separator: ";"),
        ]
    }
}
