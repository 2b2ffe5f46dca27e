package import Core

/// The watch list changed at one place.
package struct PlaceChange: ControlValue {
    package enum Kind: String, CaseIterable, Sendable {
        case added
        case removed
        /// Renamed, paused, resumed, resolved, picked.
        case updated
    }

    package var kind: Kind
    /// The place after the change; before it when it was removed.
    package var place: PlaceReport

    package init(_ kind: Kind, _ place: PlaceReport) {
        self.kind = kind
        self.place = place
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("change", kind.rawValue)
        json.member("place", place)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        kind = try object.choice("change")
        place = try object.object("place")
    }
}
