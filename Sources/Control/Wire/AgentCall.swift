package import Core

/// A call of `org.windsock.Agent` with its parameters, read and checked.
package enum AgentCall: Equatable, Sendable {
    case getStatus
    case listPlaces(after: PlaceID?, limit: Int)
    case monitor
    case diagnose(fresh: Bool?)
    case addPlace(AddPlaceRequest)
    case addPlaces([AddPlaceRequest])
    case removePlace(name: String)
    case removePlaces(names: [String])
    case pausePlaces(names: [String], isPaused: Bool)
    case updatePlace(name: String, newName: String?, isPaused: Bool?)
    case pickPlace(name: String, number: Int)
    case searchPlaces(query: String)
    case sync(names: [String])
    case setKey(String)
    case clearKey
    case probe
    case force(ForcedState)
    case reload

    /// Reads the parameters of `method`.
    ///
    /// - Throws: `ShapeError` for one that is unknown, missing, of the wrong type or out of range.
    package init(_ method: AgentMethod, _ parameters: ObjectReader) throws(ShapeError) {
        for name in parameters.names where !method.parameters.contains(name) {
            throw ShapeError(member: name, expected: "a parameter of \(method.rawValue)")
        }
        switch method {
        case .getStatus: self = .getStatus
        case .listPlaces:
            let limit = try parameters.optionalInteger("limit") ?? PlacePage.limit
            guard limit > 0 else { throw ShapeError(member: "limit", expected: "1 or more") }
            self = .listPlaces(
                after: try parameters.optionalInteger("after").map { PlaceID(Int64($0)) },
                limit: min(limit, PlacePage.limit))
        case .monitor: self = .monitor
        case .diagnose: self = .diagnose(fresh: try parameters.optionalBool("fresh"))
        case .addPlace: self = .addPlace(try AddPlaceRequest(reading: parameters))
        case .addPlaces: self = .addPlaces(try parameters.list("places"))
        case .removePlace: self = .removePlace(name: try parameters.string("name"))
        case .removePlaces: self = .removePlaces(names: try parameters.strings("names"))
        case .pausePlaces:
            self = .pausePlaces(
                names: try parameters.strings("names"), isPaused: try parameters.bool("paused"))
        case .updatePlace:
            self = .updatePlace(
                name: try parameters.string("name"), newName: try parameters.optionalString("new_name"),
                isPaused: try parameters.optionalBool("paused"))
        case .pickPlace:
            self = .pickPlace(
                name: try parameters.string("name"), number: try parameters.integer("number"))
        case .searchPlaces: self = .searchPlaces(query: try parameters.string("query"))
        case .sync: self = .sync(names: try parameters.optionalStrings("places") ?? [])
        case .setKey: self = .setKey(try parameters.string("key"))
        case .clearKey: self = .clearKey
        case .probe: self = .probe
        case .force: self = .force(try parameters.choice("state"))
        case .reload: self = .reload
        }
    }
}
