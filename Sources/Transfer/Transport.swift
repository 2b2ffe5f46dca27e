import CCurl
package import Core
package import EventLoop

/// Sends requests and makes probing connections, all of them on the loop.
///
/// Requests share a pool of connections: over TLS one HTTP/2 connection carries as many as the server allows;
/// a server without HTTP/2 gets `connectionsPerHost`. Probes have handles of their own, so that neither waits for the
/// other. Idle connections are used again for 60 s and never after 300 s; an idle transport sets no timer.
@LoopActor
package final class Transport {
    /// The most connections to a server that does not multiplex; four unless it is set.
    ///
    /// Requests above it wait for each other, and their time runs meanwhile: with a single one, fifty requests to a slow
    /// server would wait until it is up.
    package var connectionsPerHost = 4 {
        didSet { requests?.limit(perHost: connectionsPerHost) }
    }
    private static let initialised = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Takes effect for connections made from now on; call `beginGeneration` to drop the others.
    package var anchors: TrustAnchors
    let userAgent: String
    private var requests: Connections?
    private var probes: Connections?

    package init(anchors: TrustAnchors, userAgent: String) {
        _ = Transport.initialised
        self.anchors = anchors
        self.userAgent = userAgent
    }

    isolated deinit {
        requests?.close()
        probes?.close()
    }

    /// Exchanges and connections under way.
    package var inFlight: Int { (requests?.count ?? 0) + (probes?.count ?? 0) }

    /// Sends a GET request and returns its answer, of any status.
    ///
    /// Redirects are not followed.
    ///
    /// - Throws: why there was no answer; `.superseded` when the task is cancelled or a new generation
    /// begins.
    package func send(_ request: TransferRequest) async throws(TransferFailure) -> TransferResponse {
        requests = requests ?? Connections(perHost: connectionsPerHost)
        guard let connections = requests else { throw Transport.noMemory }
        let manner = RequestManner(request, anchors)
        let easy: EasyHandle
        if let spare = connections.takeSpare(for: manner) {
            easy = spare
        } else {
            try Transport.check(request.addresses, of: request.route)
            easy = try handle(on: connections, to: request.route, request.addresses)
            configure(easy, manner)
        }
        defer { connections.keep(easy, for: manner) }
        let exchange = Exchange(easy: easy, bodyLimit: request.limits.bodyBytes)
        configure(exchange, request)
        try await run(exchange, on: connections, usesTLS: request.route.origin.scheme == .https)
        return response(exchange)
    }

    /// Makes a connection and closes it; nothing is sent but the handshakes.
    ///
    /// Two families race each other, the second starting after 200 ms (RFC 8305).
    ///
    /// - Throws: as `send`.
    package func connect(_ request: ConnectRequest) async throws(TransferFailure) -> TransferTimes {
        probes = probes ?? Connections(perHost: 0)
        guard let connections = probes else { throw Transport.noMemory }
        try Transport.check(request.addresses, of: request.route)
        let usesTLS = request.depth == .tls && request.route.origin.scheme == .https
        var route = request.route
        if !usesTLS {
            route = Route(to: Origin(scheme: .http, host: route.firstHost, port: route.firstPort))
        }
        let easy = try handle(on: connections, to: route, request.addresses)
        easy.set(CURLOPT_URL, route.origin.url)
        easy.set(CURLOPT_CONNECT_ONLY, 1)
        // HTTP/1.1 only, so that no HTTP/2 preface goes out.
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Transport.milliseconds(request.deadline))
        easy.set(CURLOPT_TIMEOUT_MS, Transport.milliseconds(request.deadline))
        let exchange = Exchange(easy: easy, bodyLimit: 0)
        try await run(exchange, on: connections, usesTLS: usesTLS)
        return times(easy)
    }

    /// The network has changed: everything in flight fails with `.superseded`, and all connections are
    /// dropped.
    package func beginGeneration() {
        let old = [requests, probes]
        (requests, probes) = (nil, nil)
        for connections in old { connections?.close() }
    }

    /// Lets go of what is only kept to make the next request quicker.
    package func dropSpares() { requests?.dropSpares() }

    /// Without addresses curl would ask for them itself, on a thread it waits for.
    private static func check(_ addresses: [ResolvedAddress], of route: Route) throws(TransferFailure) {
        guard addresses.isEmpty, ResolvedAddress(literal: route.firstHost) == nil else { return }
        throw TransferFailure(.resolver, phase: .dns)
    }

    private static var noMemory: TransferFailure {
        TransferFailure(.local, phase: .connect, curlCode: Int32(bitPattern: CURLE_OUT_OF_MEMORY.rawValue))
    }

    /// A new handle, with what requests and probes have in common.
    private func handle(
        on connections: Connections, to route: Route, _ addresses: [ResolvedAddress]
    ) throws(TransferFailure) -> EasyHandle {
        guard let easy = EasyHandle() else { throw Transport.noMemory }
        easy.set(CURLOPT_CLOSESOCKETDATA, pointer: connections.context)
        configure(easy, route, addresses)
        return easy
    }

    private func run(
        _ exchange: Exchange, on connections: Connections, usesTLS: Bool
    ) async throws(TransferFailure) {
        guard exchange.easy.refusal == CURLE_OK else {
            throw TransferFailure(
                .local, phase: .connect, curlCode: Int32(bitPattern: exchange.easy.refusal.rawValue))
        }
        connections.start(exchange)
        let ending = await withTaskCancellationHandler {
            await exchange.end()
        } onCancel: {
            EventLoop.shared.perform { connections.supersede(exchange) }
        }
        switch ending {
        case .superseded:
            let phase = CurlOutcome(CURLE_OK, exchange, usesTLS: usesTLS).phase
            throw TransferFailure(.superseded, phase: phase)
        case .finished(let code):
            if let failure = CurlOutcome(code, exchange, usesTLS: usesTLS).failure { throw failure }
        }
    }
}
