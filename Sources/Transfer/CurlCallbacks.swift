import CCurl
import CLinux
import EventLoop
import Glibc

// What curl calls, all of it on the loop thread and from within one of our calls of curl: nothing here calls
// curl back.

/// CURLOPT_WRITEFUNCTION: fewer bytes than came end the transfer with CURLE_WRITE_ERROR.
nonisolated func curlReceivedBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    nonisolated(unsafe) let piece = UnsafeRawBufferPointer(start: bytes, count: size &* count)
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    return LoopActor.assumeIsolated { exchange.receiveBody(piece) } ? piece.count : 0
}

/// CURLOPT_HEADERFUNCTION: one complete line.
nonisolated func curlReceivedHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    nonisolated(unsafe) let line = UnsafeRawBufferPointer(start: bytes, count: size &* count)
    let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
    LoopActor.assumeIsolated { exchange.receiveHeader(line) }
    return line.count
}

/// CURLOPT_SOCKOPTFUNCTION: the kernel gives up on a peer that acknowledges nothing for ten seconds.
///
/// Without it a dead pooled connection swallows requests for up to 15 minutes (tcp(7), TCP_USER_TIMEOUT).
nonisolated func curlOpenedSocket(
    _ context: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t, _ purpose: curlsocktype
) -> Int32 {
    clinux_set_tcp_user_timeout(descriptor, 10_000)
    return 0
}

/// CURLOPT_CLOSESOCKETFUNCTION: the watch ends before its descriptor does, whatever else curl tells us and
/// when.
nonisolated func curlClosesSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t) -> Int32 {
    guard let context else { return 1 }
    let connections = Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue()
    let isSuperseded = LoopActor.assumeIsolated {
        connections.unwatch(descriptor)
        return connections.areSuperseded
    }
    if isSuperseded {
        // The kernel would go on sending for a closed socket, and a request given up come through after all, besides the
        // one that took its place. With this it throws the rest away (socket(7), SO_LINGER).
        var atOnce = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
    }
    return close(descriptor)
}

/// CURLMOPT_SOCKETFUNCTION.
nonisolated func curlWantsReadiness(
    _ easy: UnsafeMutableRawPointer?, _ descriptor: curl_socket_t, _ what: Int32,
    _ context: UnsafeMutableRawPointer?, _ assigned: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return -1 }
    let connections = Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue()
    LoopActor.assumeIsolated { connections.watch(descriptor, what) }
    return 0
}

/// CURLMOPT_TIMERFUNCTION.
nonisolated func curlSetTimer(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return -1 }
    let connections = Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue()
    LoopActor.assumeIsolated { connections.setTimer(milliseconds) }
    return 0
}
