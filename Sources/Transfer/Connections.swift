import CCurl
import Core
import EventLoop

/// A curl multi handle (libcurl-multi(3)) driven by the loop, with its pool of connections.
///
/// Nothing in it wakes the loop while no exchange is under way: curl watches no idle connection.
@LoopActor
final class Connections {
    private let multi: UnsafeMutableRawPointer
    private var watches: [Int32: DescriptorWatch] = [:]
    private var timer: LoopTimer?
    private var exchanges: [UnsafeMutableRawPointer: Exchange] = [:]
    /// Handles that have done their work and are set up for `manner`.
    private var spare: [EasyHandle] = []
    private var manner: RequestManner?
    /// Made for a network that is no more: what the kernel could not send must not go out on the next one.
    private(set) var areSuperseded = false

    /// `perHost` 0 means no limit.
    ///
    /// Nil when there is no memory.
    init?(perHost: Int) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        timer = LoopTimer { [weak self] in self?.act(on: CURL_SOCKET_TIMEOUT, 0) }
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_socket_callback(multi, curlWantsReadiness, context)
        ccurl_multi_set_timer_callback(multi, curlSetTimer, context)
        ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
        limit(perHost: perHost)
    }

    /// For connections made from now on.
    func limit(perHost: Int) {
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost)
        // Else it is four times the exchanges under way: a pause of some milliseconds would close most of them.
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, perHost)
    }

    var count: Int { exchanges.count }

    /// The value of CURLOPT_CLOSESOCKETDATA.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// A handle that is set up for requests of this manner already.
    func takeSpare(for manner: RequestManner) -> EasyHandle? {
        if manner != self.manner {
            self.manner = manner
            spare = []
        }
        return spare.popLast()
    }

    /// Keeps a handle that has ended for the next request.
    func keep(_ easy: EasyHandle, for manner: RequestManner) {
        guard manner == self.manner, !areSuperseded, easy.refusal == CURLE_OK else { return }
        spare.append(easy)
    }

    func dropSpares() { spare = [] }

    /// Starts an exchange in the loop's next turn.
    func start(_ exchange: Exchange) {
        exchanges[exchange.easy.pointer] = exchange
        let code = curl_multi_add_handle(multi, exchange.easy.pointer)
        guard code == CURLM_OK else {
            exchanges[exchange.easy.pointer] = nil
            return exchange.finish(.finished(CURLE_FAILED_INIT))
        }
    }

    /// Takes an exchange off at once.
    ///
    /// Its connection is closed, unless others use it too.
    func supersede(_ exchange: Exchange) {
        guard exchanges[exchange.easy.pointer] === exchange else { return }
        remove(exchange, .superseded)
    }

    /// Supersedes every exchange and closes every connection.
    ///
    /// Nothing else may be called after.
    func close() {
        areSuperseded = true
        for exchange in exchanges.values { remove(exchange, .superseded) }
        spare = []
        curl_multi_cleanup(multi)
        watches = [:]
        timer = nil
    }

    private func remove(_ exchange: Exchange, _ ending: Exchange.Ending) {
        exchanges[exchange.easy.pointer] = nil
        curl_multi_remove_handle(multi, exchange.easy.pointer)
        exchange.finish(ending)
    }

    private func act(on descriptor: curl_socket_t, _ events: Int32) {
        var running: Int32 = 0
        curl_multi_socket_action(multi, descriptor, events, &running)
        var code = CURLE_OK
        while let easy = ccurl_multi_next_done(multi, &code) {
            if let exchange = exchanges[easy] { remove(exchange, .finished(code)) }
        }
    }

    // MARK: called by curl

    func watch(_ descriptor: Int32, _ what: Int32) {
        var interest: Readiness = []
        if what & CURL_POLL_IN != 0 { interest.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { interest.insert(.writable) }
        guard what != CURL_POLL_REMOVE else { return unwatch(descriptor) }
        if let watch = watches[descriptor] { return watch.change(to: interest) }
        watches[descriptor] = DescriptorWatch(descriptor, for: interest) { [weak self] readiness in
            var events: Int32 = 0
            if readiness.contains(.readable) { events |= CURL_CSELECT_IN }
            if readiness.contains(.writable) { events |= CURL_CSELECT_OUT }
            if !readiness.isDisjoint(with: [.error, .hangUp]) { events |= CURL_CSELECT_ERR }
            self?.act(on: descriptor, events)
        }
    }

    func unwatch(_ descriptor: Int32) {
        watches.removeValue(forKey: descriptor)?.cancel()
    }

    func setTimer(_ milliseconds: Int) {
        timer?.arm(milliseconds < 0 ? nil : LoopClock().now.advanced(by: .milliseconds(milliseconds)))
    }
}
