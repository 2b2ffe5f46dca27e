package import Core

/// One place of the watch list: what it is, what is known of it, and when it is fetched next.
package struct PlaceReport: ControlValue {
    package var id: PlaceID
    package var name: String
    /// Nil while its name has not been looked up.
    package var coordinates: Coordinates?
    /// The service's own name for the position, its country code and its state or region.
    package var resolvedName: String?
    package var country: String?
    package var state: String?
    /// What was asked of geocoding, as it is stored; nil when the position was given.
    package var query: PlaceQuery?
    package var status: PlaceStatus
    /// The matches to pick from, numbered from 1 by their order; empty unless the status is `ambiguous`.
    package var candidates: [PlaceCandidate]
    /// Nil when nothing was fetched yet; from `ListPlaces` only what the daemon could not write yet.
    package var current: CurrentReport?
    /// Nil for places that are not fetched: paused, and not found until tomorrow.
    package var waitingFor: WaitReason?
    package var nextAttemptAt: UnixTime?
    /// Calls already made in the current cycle of retries; 0 between cycles.
    package var attempt: Int
    package var lastFailure: FailureRecord?

    package init(
        id: PlaceID, name: String, coordinates: Coordinates?, resolvedName: String? = nil,
        country: String? = nil, state: String? = nil, query: PlaceQuery? = nil, status: PlaceStatus,
        candidates: [PlaceCandidate] = [], current: CurrentReport? = nil, waitingFor: WaitReason? = nil,
        nextAttemptAt: UnixTime? = nil, attempt: Int = 0, lastFailure: FailureRecord? = nil
    ) {
        self.id = id
        self.name = name
        self.coordinates = coordinates
        self.resolvedName = resolvedName
        self.country = country
        self.state = state
        self.query = query
        self.status = status
        self.candidates = candidates
        self.current = current
        self.waitingFor = waitingFor
        self.nextAttemptAt = nextAttemptAt
        self.attempt = attempt
        self.lastFailure = lastFailure
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("id", id.rawValue)
        json.member("name", name)
        json.coordinates(coordinates)
        json.member("resolved_name", resolvedName)
        json.member("country", country)
        json.member("state", state)
        json.member("query", query?.stored)
        json.member("status", status.rawValue)
        json.member("candidates", candidates)
        json.member("current", current)
        json.member("waiting_for", waitingFor?.rawValue)
        json.time("next_attempt_at", nextAttemptAt)
        json.member("attempt", attempt)
        json.member("last_failure", lastFailure)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        id = PlaceID(Int64(try object.integer("id")))
        name = try object.string("name")
        coordinates = try object.optionalCoordinates()
        resolvedName = try object.optionalString("resolved_name")
        country = try object.optionalString("country")
        state = try object.optionalString("state")
        query = try object.optionalString("query").map { PlaceQuery(stored: $0) }
        status = try object.choice("status")
        candidates = try object.list("candidates")
        current = try object.optionalObject("current")
        waitingFor = try object.optionalChoice("waiting_for")
        nextAttemptAt = try object.optionalTime("next_attempt_at")
        attempt = try object.integer("attempt")
        lastFailure = try object.optionalObject("last_failure")
    }
}

extension JSONWriter {
    /// The members `latitude` and `longitude`.
    mutating func coordinates(_ coordinates: Coordinates?) {
        member("latitude", coordinates?.latitude)
        member("longitude", coordinates?.longitude)
    }
}

extension ObjectReader {
    /// The members `latitude` and `longitude`; nil when neither is there.
    func optionalCoordinates() throws(ShapeError) -> Coordinates? {
        guard let latitude = try optionalNumber("latitude") else {
            guard try optionalNumber("longitude") == nil else {
                throw ShapeError(member: "latitude", expected: "a number")
            }
            return nil
        }
        let longitude = try number("longitude")
        guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
            let isLatitude = !(-90...90).contains(latitude)
            throw isLatitude
                ? ShapeError(member: "latitude", expected: "within -90 to 90")
                : ShapeError(member: "longitude", expected: "within -180 to 180")
        }
        return coordinates
    }
}
