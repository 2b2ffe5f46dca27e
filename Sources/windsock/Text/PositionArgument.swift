package import Core

extension Coordinates {
    /// Reads `LAT,LON` in decimal degrees, such as `51.51,-0.13`.
    ///
    /// - Throws: `notAPosition`, or `outOfRange` naming the first value that is.
    package init(argument text: String) throws(InputFault) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard parts.count == 2 else { throw .notAPosition(text) }
        try self.init(latitude: parts[0], longitude: parts[1], whole: text)
    }

    /// Reads the two numbers as they stand in a file.
    package init(latitude: String, longitude: String, whole: String) throws(InputFault) {
        guard let north = Coordinates.number(latitude), let east = Coordinates.number(longitude) else {
            throw .notAPosition(whole)
        }
        guard (-90...90).contains(north) else {
            throw .outOfRange(axis: "latitude", value: latitude, limit: 90)
        }
        guard let position = Coordinates(latitude: north, longitude: east) else {
            throw .outOfRange(axis: "longitude", value: longitude, limit: 180)
        }
        self = position
    }

    /// Plain decimal numbers only: `Double` would take `nan` and `0x1p4` too.
    private static func number(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        return Double(text)
    }
}
