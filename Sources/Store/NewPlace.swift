package import Core

/// What is known of a place when it is put on the list.
package struct NewPlace: Equatable, Sendable {
    /// The label, already through `PlaceName.validated`.
    package var name: String
    /// What is to be asked, or was asked, of geocoding; nil when the user gave the position.
    package var query: PlaceQuery?
    /// The position: the user's, or geocoding's.
    package var coordinates: Coordinates?
    package var resolvedName: String?
    package var state: String?
    package var country: String?
    package var status: PlaceStatus

    /// A place whose position is known.
    package init(name: String, at coordinates: Coordinates) {
        self.name = name
        self.coordinates = coordinates
        status = .active
    }

    /// A place that is still to be looked up.
    package init(name: String, pending query: PlaceQuery) {
        self.name = name
        self.query = query
        status = .pending
    }

    /// A place that has been looked up.
    package init(name: String, query: PlaceQuery, resolved candidate: PlaceCandidate) {
        self.name = name
        self.query = query
        coordinates = candidate.coordinates
        resolvedName = candidate.name
        state = candidate.state
        country = candidate.country
        status = .active
    }
}
