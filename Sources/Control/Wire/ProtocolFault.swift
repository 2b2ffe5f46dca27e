package import Core

/// Why a call is no valid call: the errors of the interface `org.varlink.service`.
package enum ProtocolFault: Error, Equatable, Sendable {
    case interfaceNotFound(String)
    case methodNotFound(String)
    /// Declared, but this service does not do it.
    case methodNotImplemented(String)
    /// A parameter is unknown, missing, of the wrong type or out of range.
    case invalidParameter(String)
    case permissionDenied
    /// The method answers only with a stream: call it with `more`.
    case expectedMore

    /// The name behind `org.varlink.service.`.
    var wireName: String {
        switch self {
        case .interfaceNotFound: "InterfaceNotFound"
        case .methodNotFound: "MethodNotFound"
        case .methodNotImplemented: "MethodNotImplemented"
        case .invalidParameter: "InvalidParameter"
        case .permissionDenied: "PermissionDenied"
        case .expectedMore: "ExpectedMore"
        }
    }

    /// Writes what the error carries.
    package func writeParameters(to json: inout JSONWriter) {
        switch self {
        case .interfaceNotFound(let name): json.member("interface", name)
        case .methodNotFound(let name), .methodNotImplemented(let name): json.member("method", name)
        case .invalidParameter(let name): json.member("parameter", name)
        case .permissionDenied, .expectedMore: break
        }
    }

    /// Reads an error of `org.varlink.service`; nil for one this version does not know.
    init?(wireName: String, parameters object: ObjectReader) throws(ShapeError) {
        switch wireName {
        case "InterfaceNotFound": self = .interfaceNotFound(try object.optionalString("interface") ?? "")
        case "MethodNotFound": self = .methodNotFound(try object.optionalString("method") ?? "")
        case "MethodNotImplemented":
            self = .methodNotImplemented(try object.optionalString("method") ?? "")
        case "InvalidParameter": self = .invalidParameter(try object.optionalString("parameter") ?? "")
        case "PermissionDenied": self = .permissionDenied
        case "ExpectedMore": self = .expectedMore
        default: return nil
        }
    }

    /// The fault in words.
    package var message: String {
        switch self {
        case .interfaceNotFound(let name): "there is no interface \(name.printable())"
        case .methodNotFound(let name): "there is no method \(name.printable())"
        case .methodNotImplemented(let name): "\(name.printable()) is not implemented"
        case .invalidParameter(let name): "the parameter \(name.printable()) is not valid"
        case .permissionDenied: "not permitted"
        case .expectedMore: "the method answers with a stream"
        }
    }
}
