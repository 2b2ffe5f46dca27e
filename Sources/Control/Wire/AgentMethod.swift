/// The methods of `org.windsock.Agent`, by the names of the interface file.
package enum AgentMethod: String, CaseIterable, Sendable {
    case getStatus = "GetStatus"
    case listPlaces = "ListPlaces"
    case monitor = "Monitor"
    case diagnose = "Diagnose"
    case addPlace = "AddPlace"
    case addPlaces = "AddPlaces"
    case removePlace = "RemovePlace"
    case removePlaces = "RemovePlaces"
    case pausePlaces = "PausePlaces"
    case updatePlace = "UpdatePlace"
    case pickPlace = "PickPlace"
    case searchPlaces = "SearchPlaces"
    case sync = "Sync"
    case setKey = "SetKey"
    case clearKey = "ClearKey"
    case probe = "Probe"
    case force = "Force"
    case reload = "Reload"

    var fullName: String { AgentInterface.name + "." + rawValue }

    /// Whether the caller must have the right to change.
    ///
    /// `Diagnose` looks at the right itself.
    var changes: Bool {
        switch self {
        case .getStatus, .listPlaces, .monitor, .diagnose: false
        default: true
        }
    }

    /// The parameters it takes; any other is refused, so that a misspelt one is not passed over in silence.
    var parameters: [String] {
        switch self {
        case .getStatus, .monitor, .clearKey, .probe, .reload: []
        case .listPlaces: ["after", "limit"]
        case .diagnose: ["fresh"]
        case .addPlace: AddPlaceRequest.memberNames
        case .addPlaces, .sync: ["places"]
        case .removePlace: ["name"]
        case .removePlaces: ["names"]
        case .pausePlaces: ["names", "paused"]
        case .updatePlace: ["name", "new_name", "paused"]
        case .pickPlace: ["name", "number"]
        case .searchPlaces: ["query"]
        case .setKey: ["key"]
        case .force: ["state"]
        }
    }
}
