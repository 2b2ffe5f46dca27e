/// The identity of a place on the watch list, unique and never used again.
package struct PlaceID: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: PlaceID, right: PlaceID) -> Bool { left.rawValue < right.rawValue }
}

/// What is known of a place's position and whether it is fetched.
package enum PlaceStatus: String, CaseIterable, Sendable {
    /// Its name waits to be looked up; nothing is fetched.
    case pending
    /// Its name fits several places; `windsock pick` decides; nothing is fetched.
    case ambiguous
    /// It has a position and is fetched.
    case active
    /// The user has stopped it.
    case paused
    /// The service does not know its name or position; tried again daily.
    case notFound = "not_found"
}

/// One entry of the watch list.
package struct Place: Equatable, Sendable {
    package var id: PlaceID
    /// The user's label; unique without regard to letter case.
    package var name: String
    /// What is asked of geocoding; nil when the position was given.
    package var query: PlaceQuery?
    package var coordinates: Coordinates?
    /// The service's name for the position, its state or region, and its country code.
    package var resolvedName: String?
    package var state: String?
    package var country: String?
    /// Seconds east of UTC, as the service last said.
    package var utcOffset: Int64?
    package var status: PlaceStatus
    package var createdAt: UnixTime

    package init(
        id: PlaceID, name: String, query: PlaceQuery?, coordinates: Coordinates?,
        resolvedName: String? = nil, state: String? = nil, country: String? = nil,
        utcOffset: Int64? = nil, status: PlaceStatus, createdAt: UnixTime
    ) {
        self.id = id
        self.name = name
        self.query = query
        self.coordinates = coordinates
        self.resolvedName = resolvedName
        self.state = state
        self.country = country
        self.utcOffset = utcOffset
        self.status = status
        self.createdAt = createdAt
    }
}

/// How a place without a position is looked up.
package enum PlaceQuery: Hashable, Sendable {
    /// `London`, `London,GB` or `Portland,OR,US`.
    case name(String)
    /// A postal code and a country code, `10001,US`.
    case zip(String)

    /// A postal code and a two-letter country code, `10001,US`, the country in upper case; nil for anything else.
    package static func postalCode(_ text: String) -> String? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = parts.first, let country = parts.last, !code.isEmpty,
            code.count <= 16,
            code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == " ") }),
            country.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        return "\(code),\(country.uppercased())"
    }

    private static let zipMark = "zip:"
    private static let nameMark = "name:"

    /// The form kept in the database: the name itself, or `zip:` and the code.
    ///
    /// A name that begins as if it were marked stands behind a `name:`.
    package init(stored text: String) {
        if let code = text.rest(after: PlaceQuery.zipMark) {
            self = .zip(code)
        } else {
            self = .name(text.rest(after: PlaceQuery.nameMark) ?? text)
        }
    }

    package var stored: String {
        switch self {
        case .name(let name):
            let isMarked = [PlaceQuery.zipMark, PlaceQuery.nameMark].contains { name.rest(after: $0) != nil }
            return (isMarked ? PlaceQuery.nameMark : "") + name
        case .zip(let code): return PlaceQuery.zipMark + code
        }
    }
}

/// One answer of geocoding.
package struct PlaceCandidate: Equatable, Sendable {
    package var name: String
    package var state: String?
    package var country: String?
    package var coordinates: Coordinates

    package init(name: String, state: String?, country: String?, coordinates: Coordinates) {
        self.name = name
        self.state = state
        self.country = country
        self.coordinates = coordinates
    }
}

extension String {
    /// What follows a beginning, compared scalar by scalar: a mark may combine with its last letter.
    fileprivate func rest(after beginning: String) -> String? {
        guard unicodeScalars.starts(with: beginning.unicodeScalars) else { return nil }
        return String(unicodeScalars.dropFirst(beginning.unicodeScalars.count))
    }
}
