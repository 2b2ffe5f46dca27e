package import Core
import Glibc

/// The watch list as a text file beside the database: the one thing a user typed, kept a second time.
///
/// CSV with the columns of `v_place`. It is replaced in one step: a file that is there is a whole one, also
/// after a power cut. Only `DatabaseRecovery` reads it back.
package struct WatchListFile {
    /// `watch-list.csv` in the directory of the database.
    let path: String

    private static let columns = [
        "id", "name", "query", "latitude", "longitude", "resolved_name", "state", "country", "utc_offset_s",
        "status", "created_at",
    ]

    init(beside database: String) {
        path = FilePath.sibling("watch-list.csv", of: database)
    }

    /// Replaces the file by the list as it is, unless it says so already.
    ///
    /// - Throws: `full`, `readOnly`, `cannotOpen` or `ioError`; the old file stays then.
    func write(_ places: [Place]) throws(StoreError) {
        let bytes = Self.bytes(places)
        guard try contents() != bytes else { return }
        do throws(SystemFailure) {
            try FileReplacement.replace(path, with: bytes, mode: 0o644, isLasting: true)
        } catch {
            throw StoreError(error)
        }
    }

    /// The list in the file; nil when there is none, or it is not one of ours.
    func places() throws(StoreError) -> [Place]? {
        try contents().flatMap(Self.places)
    }

    /// The file for a list.
    package static func bytes(_ places: [Place]) -> [UInt8] {
        let lines = [columns] + places.map(fields)
        return lines.flatMap { Array(($0.map(quoted).joined(separator: ",") + "\n").utf8) }
    }

    /// The list in the bytes of a file; nil when it is not one of ours.
    ///
    /// A line that cannot be understood costs its place and no other.
    package static func places(in bytes: [UInt8]) -> [Place]? {
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
        guard lines.popFirst().map({ unquoted($0) }) == columns else { return nil }
        return lines.compactMap { place(unquoted($0)) }
    }

    /// The bytes of the file; nil when it is not there or, as a power cut may leave it, empty.
    private func contents() throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system(errno, path) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count >= 0 else { throw .system(errno, path) }
            guard count > 0 else { return bytes.isEmpty ? nil : bytes }
            bytes += piece[..<count]
        }
    }

    // MARK: lines

    private static func fields(_ place: Place) -> [String] {
        [
            "\(place.id.rawValue)", place.name, place.query?.stored ?? "",
            place.coordinates.map { "\($0.latitude)" } ?? "",
            place.coordinates.map { "\($0.longitude)" } ?? "", place.resolvedName ?? "", place.state ?? "",
            place.country ?? "", place.utcOffset.map { "\($0)" } ?? "", place.status.rawValue,
            "\(place.createdAt.seconds)",
        ]
    }

    /// The candidates of an ambiguous place are not in the file, so its name is looked up once more.
    private static func place(_ fields: [String]) -> Place? {
        guard fields.count == columns.count, let id = Int64(fields[0]), !fields[1].isEmpty,
            var status = PlaceStatus(rawValue: fields[9])
        else { return nil }
        let text = { (index: Int) in fields[index].isEmpty ? nil : fields[index] }
        let coordinates = Double(fields[3]).flatMap { latitude in
            Double(fields[4]).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        if status == .ambiguous || (status == .active && coordinates == nil) { status = .pending }
        return Place(
            id: PlaceID(id), name: fields[1], query: text(2).map(PlaceQuery.init(stored:)),
            coordinates: coordinates, resolvedName: text(5), state: text(6), country: text(7),
            utcOffset: Int64(fields[8]), status: status,
            createdAt: UnixTime(seconds: Int64(fields[10]) ?? 0))
    }

    /// A field as RFC 4180 has it; a line end within one becomes a space, so that a line is a place.
    private static func quoted(_ field: String) -> String {
        let scalars = field.unicodeScalars.map { "\r\n".unicodeScalars.contains($0) ? " " : $0 }
        let isPlain = !scalars.contains { $0 == "," || $0 == "\"" }
        let text = String(String.UnicodeScalarView(scalars))
        return isPlain ? text : "\"" + text.replacing(["\"": "\"\""]) + "\""
    }

    private static func unquoted(_ line: Substring) -> [String] {
        var fields = [""]
        var isQuoted = false
        var previous: Unicode.Scalar?
        for scalar in line.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\"":
                // The second of two quotes stands for one; the first has ended the quoted part.
                if !isQuoted, previous == "\"" { fields[fields.count - 1].unicodeScalars.append(scalar) }
                isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].unicodeScalars.append(scalar)
            }
        }
        return fields
    }
}
