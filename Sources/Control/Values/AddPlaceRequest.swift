package import Core

/// A place to add.
///
/// With a position it is taken as it is; otherwise its name, or `query`, or `zip` is looked up.
package struct AddPlaceRequest: ControlValue {
    /// The label, and the query where neither a position nor `query` nor `zip` is given.
    package var name: String
    /// In degrees; either both or neither.
    package var latitude: Double?
    package var longitude: Double?
    /// `London`, `London,GB` or `Portland,OR,US`.
    package var query: String?
    /// A postal code and a country code, `10001,US`.
    package var zip: String?
    /// Which of several matches to take, from 1.
    package var pick: Int?
    /// Take the first of several matches.
    package var first: Bool
    /// It is not fetched until it is resumed.
    package var isPaused: Bool

    package init(
        name: String, latitude: Double? = nil, longitude: Double? = nil, query: String? = nil,
        zip: String? = nil, pick: Int? = nil, first: Bool = false, isPaused: Bool = false
    ) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.query = query
        self.zip = zip
        self.pick = pick
        self.first = first
        self.isPaused = isPaused
    }

    static let memberNames = ["name", "latitude", "longitude", "query", "zip", "pick", "first", "paused"]

    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("latitude", latitude)
        json.member("longitude", longitude)
        json.member("query", query)
        json.member("zip", zip)
        json.member("pick", pick)
        json.member("first", first)
        json.member("paused", isPaused)
    }

    /// Unlike other values it takes no member it does not know: it comes from the side that asks, and a misspelt
    /// member must not be passed over in silence.
    package init(reading object: ObjectReader) throws(ShapeError) {
        for name in object.names where !AddPlaceRequest.memberNames.contains(name) {
            throw ShapeError(member: name, expected: "a member of a new place")
        }
        name = try object.string("name")
        latitude = try object.optionalNumber("latitude")
        longitude = try object.optionalNumber("longitude")
        query = try object.optionalString("query")
        zip = try object.optionalString("zip")
        pick = try object.optionalInteger("pick")
        first = try object.optionalBool("first") ?? false
        isPaused = try object.optionalBool("paused") ?? false
    }
}
