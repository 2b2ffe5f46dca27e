package import Core

extension PlaceCandidate: ControlValue {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.coordinates(coordinates)
        json.member("country", country)
        json.member("state", state)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        guard let coordinates = try object.optionalCoordinates() else {
            throw ShapeError(member: "latitude", expected: "a number")
        }
        self.init(
            name: try object.string("name"), state: try object.optionalString("state"),
            country: try object.optionalString("country"), coordinates: coordinates)
    }
}

extension FailureRecord: ControlValue {
    package func writeMembers(to json: inout JSONWriter) {
        json.time("at", at)
        json.member("kind", kind?.rawValue)
        json.member("label", label)
        json.member("code", code)
        json.member("http_status", httpStatus)
        json.member("message", message)
    }

    package init(reading object: ObjectReader) throws(ShapeError) {
        self.init(
            at: try object.time("at"), kind: try object.optionalChoice("kind"),
            label: try object.string("label"), code: try object.optionalInteger("code"),
            httpStatus: try object.optionalInteger("http_status"), message: try object.string("message"))
    }
}
