package import Core
import EventLoop

/// The command's end of the control socket: plain blocking calls, one after the other, on one thread.
///
///     let client = try ControlClient(path: "/run/windsock/windsock.sock")
///     let status = try client.status()
///
/// The connection closes when the client is released. Every call throws `ControlClientError`: `refused` is the agent's
/// own answer and leaves the connection usable; after any other the client should be dropped.
package final class ControlClient {
    /// How long connecting and an ordinary call may take.
    package static let patience: Duration = .seconds(5)
    /// How long a call may take behind which the agent asks the network: a look-up waits for a verdict (13 s) and a
    /// limiter token (1 min at most), a probe has 15 s.
    package static let networkPatience: Duration = .seconds(90)

    private let socket: MessageSocket

    /// Connects.
    ///
    /// - Throws: `notRunning`, `notPermitted`, `notASocket`, `timedOut` when the agent accepts nobody, or `system`.
    package init(path: String, within patience: Duration = ControlClient.patience) throws(ControlClientError)
    {
        socket = try MessageSocket(
            connectingTo: path, before: LoopClock().now.advanced(by: patience))
    }

    /// Calls a method by its full name and returns the parameters of its reply, an object.
    ///
    /// - Parameter parameters: writes the members of the call's parameters.
    /// - Throws: `refused` with the agent's answer, `timedOut` after `patience`, `protocolFault`, `system`.
    package func call(
        _ method: String, within patience: Duration = ControlClient.patience,
        parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ControlClientError) -> JSONValue {
        let deadline = LoopClock().now.advanced(by: patience)
        try send(method, more: false, before: deadline, parameters)
        return try receive(before: deadline).parameters
    }

    /// Calls a method by its full name with `more` and returns its replies, to be read one by one.
    package func stream<Element: ControlValue>(
        _ method: String, of type: Element.Type = Element.self,
        parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ControlClientError) -> ControlStream<Element> {
        try send(
            method, more: true, before: LoopClock().now.advanced(by: ControlClient.patience), parameters)
        return ControlStream(client: self)
    }

    /// Sends a call; the next `receive` that is not another call's brings its reply.
    func send(
        _ method: String, more: Bool, before deadline: Moment, _ parameters: (inout JSONWriter) -> Void
    ) throws(ControlClientError) {
        var json = JSONWriter()
        json.object { json in
            json.member("method", method)
            json.member("parameters", object: parameters)
            if more { json.member("more", true) }
        }
        try socket.send(json.bytes, before: deadline)
    }

    /// The next reply.
    ///
    /// A nil deadline waits for ever.
    func receive(before deadline: Moment?) throws(ControlClientError) -> ControlReply {
        try ControlReply(parsing: try socket.receive(before: deadline))
    }
}
