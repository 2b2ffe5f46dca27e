package import Core

/// One page of the watch list, in the order of the identities.
package struct PlacePage: ControlValue {
    /// The most places one page holds.
    package static let limit = 500

    package var places: [PlaceReport]
    /// What to pass as `after` for the page behind this one; nil at the end.
    package var next: PlaceID?

    package init(places: [PlaceReport], next: PlaceID?) {
        self.places = places
        self.next = next
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("places", places)
        json.member("next", next?.rawValue)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        places = try object.list("places")
        next = try object.optionalInteger("next").map { PlaceID(Int64($0)) }
    }
}
