import Core

/// One call as it came in.
package struct ControlCall {
    /// `org.windsock.Agent` of `org.windsock.Agent.GetStatus`.
    package let interface: String
    /// `GetStatus` of it.
    package let member: String
    package let parameters: ObjectReader
    /// The caller takes more than one reply.
    package let more: Bool
    /// The caller takes no reply at all, not even an error.
    package let oneway: Bool

    /// Reads a call.
    ///
    /// Absent and null `parameters` are no parameters.
    ///
    /// - Throws: `invalidParameter` with the member that is wrong, `message` when it is no JSON object.
    package init(parsing message: [UInt8]) throws(ProtocolFault) {
        guard let value = try? JSONValue(parsing: message) else { throw .invalidParameter("message") }
        do throws(ShapeError) {
            let call = try ObjectReader(value)
            let method = try call.string("method")
            guard let dot = method.lastIndex(of: ".") else {
                throw ShapeError(member: "method", expected: "the name of an interface and a method")
            }
            interface = String(method[..<dot])
            member = String(method[method.index(after: dot)...])
            parameters = try call.optionalMembers("parameters")
            more = try call.optionalBool("more") ?? false
            oneway = try call.optionalBool("oneway") ?? false
            guard try call.optionalBool("upgrade") != true else {
                throw ShapeError(member: "upgrade", expected: "false")
            }
        } catch {
            throw .invalidParameter(error.member.isEmpty ? "message" : error.member)
        }
    }

    package var fullName: String { interface + "." + member }
}
