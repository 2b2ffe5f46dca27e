import Core

/// A place that geocoding finds.
struct GazetteerPlace: Sendable {
    var name: String
    /// The name without accents, where it has some.
    var plainName: String?
    /// Two letters, ISO 3166.
    var country: String
    /// The postal code of a US state; the service tells none for most other countries.
    var state: String?
    var latitude: Double
    var longitude: Double
    /// The GeoNames number; 0 for invented places.
    var id: Int

    init(
        _ name: String, plain: String? = nil, _ country: String, state: String? = nil, _ latitude: Double,
        _ longitude: Double, _ id: Int
    ) {
        self.name = name
        plainName = plain
        self.country = country
        self.state = state
        self.latitude = latitude
        self.longitude = longitude
        self.id = id
    }

    func isCalled(_ key: String) -> Bool {
        name.lowercased() == key || plainName?.lowercased() == key
    }

    /// An element of the answer of `/geo/1.0/direct`.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            if id != 0 {
                json.member(
                    "local_names",
                    object: { json in
                        json.member("en", name)
                        json.member("ascii", plainName ?? name)
                        json.member("feature_name", plainName ?? name)
                    })
            }
            json.member("lat", latitude)
            json.member("lon", longitude)
            json.member("country", country)
            if let state { json.member("state", state) }
        }
    }
}
