import CMicroHTTPD
import Glibc

/// MHD_OPTION_URI_LOG_CALLBACK: makes the request's own object, which `requestCompleted` releases.
nonisolated func requestBegun(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    let target = target.map { String(cString: $0) } ?? ""
    return Unmanaged.passRetained(Exchange(target: target)).toOpaque()
}

/// MHD_AccessHandlerCallback: once before the body, once for each piece of it, once at the end.
nonisolated func requestArrived(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let uploadSize, let pointer = request?.pointee else {
        return .NO
    }
    let daemon = Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    guard exchange.isAnnounced else {
        exchange.isAnnounced = true
        return .YES
    }
    if uploadSize.pointee > 0 {
        exchange.append(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
        uploadSize.pointee = 0
        return .YES
    }
    guard !exchange.isTooLarge else {
        return Reply(Answer(status: 413, contentType: "text/plain", "too large\n")).send(
            on: connection, date: daemon.clock.now())
    }
    let socket = cmhd_connection_socket(connection)
    let headerKey = MHD_lookup_connection_value(connection, .HEADER_KIND, "x-api-key")
    let reaction = daemon.handler.react(
        to: exchange.request(
            method: String(cString: method), headerKey: headerKey.map { String(cString: $0) },
            socket: socket))
    switch reaction {
    case .answer(let answer):
        return Reply(answer).send(on: connection, date: daemon.clock.now())
    case .reset:
        resetConnection(socket)
        return .NO
    case .close:
        return .NO
    }
}

/// MHD_RequestCompletedCallback.
nonisolated func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let pointer = request?.pointee else { return }
    Unmanaged<Exchange>.fromOpaque(pointer).release()
    request?.pointee = nil
}

/// MHD_NotifyConnectionCallback: behind accept(2) and before close(2).
nonisolated func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ own: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let daemon = Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue()
    let socket = cmhd_connection_socket(connection)
    if change == .CONNECTION_NOTIFY_STARTED {
        daemon.connections.opened(socket)
    } else {
        daemon.connections.closed(socket)
    }
}
