import Core

/// Each error as the interface file declares it.
extension ControlError {
    /// The name behind `org.windsock.Agent.`.
    var wireName: String {
        switch self {
        case .noSuchPlace: "NoSuchPlace"
        case .duplicateName: "DuplicateName"
        case .ambiguousName: "AmbiguousName"
        case .unknownName: "UnknownName"
        case .invalidArgument: "InvalidArgument"
        case .notPermitted: "NotPermitted"
        case .unavailable: "Unavailable"
        case .storageFailing: "StorageFailing"
        case .configurationFaulty: "ConfigurationFaulty"
        case .tooLarge: "TooLarge"
        case .tryAgain: "TryAgain"
        }
    }

    func writeParameters(to json: inout JSONWriter) {
        switch self {
        case .noSuchPlace(let name, let nearest, let places):
            json.member("name", name)
            json.member("nearest", nearest)
            json.member("places", places)
        case .duplicateName(let name): json.member("name", name)
        case .ambiguousName(let query, let candidates):
            json.member("query", query)
            json.member("candidates", candidates)
        case .unknownName(let query): json.member("query", query)
        case .invalidArgument(let what, let why, let hint):
            json.member("what", what)
            json.member("why", why)
            json.member("hint", hint)
        case .notPermitted(let need): json.member("need", need)
        case .unavailable(let reason, let hint):
            json.member("reason", reason)
            json.member("hint", hint)
        case .storageFailing(let reason): json.member("reason", reason)
        case .configurationFaulty(let faults): json.member("faults", faults)
        case .tooLarge(let limit): json.member("limit", limit)
        case .tryAgain(let reason): json.member("reason", reason)
        }
    }

    /// Reads an error of `org.windsock.Agent`; nil for one this version does not know.
    init?(wireName: String, parameters object: ObjectReader) throws(ShapeError) {
        switch wireName {
        case "NoSuchPlace":
            self = .noSuchPlace(
                name: try object.string("name"), nearest: try object.optionalString("nearest"),
                places: try object.integer("places"))
        case "DuplicateName": self = .duplicateName(name: try object.string("name"))
        case "AmbiguousName":
            self = .ambiguousName(
                query: try object.string("query"), candidates: try object.list("candidates"))
        case "UnknownName": self = .unknownName(query: try object.string("query"))
        case "InvalidArgument":
            self = .invalidArgument(
                what: try object.string("what"), why: try object.string("why"),
                hint: try object.optionalString("hint"))
        case "NotPermitted": self = .notPermitted(need: try object.string("need"))
        case "Unavailable":
            self = .unavailable(
                reason: try object.string("reason"), hint: try object.optionalString("hint"))
        case "StorageFailing": self = .storageFailing(reason: try object.string("reason"))
        case "ConfigurationFaulty": self = .configurationFaulty(faults: try object.strings("faults"))
        case "TooLarge": self = .tooLarge(limit: try object.integer("limit"))
        case "TryAgain": self = .tryAgain(reason: try object.string("reason"))
        default: return nil
        }
    }
}
