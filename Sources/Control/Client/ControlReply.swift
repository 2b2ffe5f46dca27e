package import Core

/// One reply as it came in.
package struct ControlReply {
    /// An object, empty when the reply had none.
    package let parameters: JSONValue
    /// More replies to the same call follow.
    package let continues: Bool

    /// Reads a reply.
    ///
    /// - Throws: `refused` for an error reply of the agent, `protocolFault` for anything that is no reply.
    package init(parsing message: [UInt8]) throws(ControlClientError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: message)
        } catch {
            throw .protocolFault("it is not JSON: \(error.reason.rawValue) at byte \(error.offset)")
        }
        if let present = value["parameters"], !present.isNull {
            parameters = present
        } else {
            parameters = .object([])
        }
        let error: ControlClientError?
        do throws(ShapeError) {
            let reply = try ObjectReader(value)
            continues = try reply.optionalBool("continues") ?? false
            error = try reply.optionalString("error").map { name throws(ShapeError) in
                try ControlClientError(errorReply: name, parameters: try ObjectReader(parameters))
            }
        } catch {
            throw .protocolFault("\(error)")
        }
        if let error { throw error }
    }
}

extension ControlClientError {
    /// What an error reply means.
    fileprivate init(errorReply name: String, parameters: ObjectReader) throws(ShapeError) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let interface = parts.dropLast().joined(separator: ".")
        let member = parts.last.map(String.init) ?? ""
        if interface == AgentInterface.name,
            let error = try ControlError(wireName: member, parameters: parameters)
        {
            self = .refused(error)
        } else if interface == ServiceInterface.name,
            let fault = try ProtocolFault(wireName: member, parameters: parameters)
        {
            self =
                fault == .permissionDenied
                ? .refused(.notPermitted(need: "the agent grants it to others only"))
                : .protocolFault(fault.message)
        } else {
            self = .protocolFault("an error unknown here, \(name)")
        }
    }
}
