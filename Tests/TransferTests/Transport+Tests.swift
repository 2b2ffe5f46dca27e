import Core
import EventLoop
import TestSupport
import Testing
import Transfer

extension Transport {
    /// Trusts the server's authority.
    static func `for`(_ server: TLSServer) -> Transport {
        Transport(anchors: TrustAnchors(caFile: server.authority), userAgent: "windsock-tests/1")
    }

    /// Sends the requests at the same time.
    func all(_ requests: [TransferRequest]) async throws -> [TransferResponse] {
        try await withThrowingTaskGroup(of: TransferResponse.self) { group in
            for request in requests { group.addTask { try await self.send(request) } }
            var responses: [TransferResponse] = []
            for try await response in group { responses.append(response) }
            return responses
        }
    }

    /// Why a request brought no answer; nil when it did.
    func failure(_ request: TransferRequest) async -> TransferFailure? {
        do {
            _ = try await send(request)
            return nil
        } catch { return error }
    }

    func failure(_ request: ConnectRequest) async -> TransferFailure? {
        do {
            _ = try await connect(request)
            return nil
        } catch { return error }
    }
}

extension Origin {
    static func test(_ port: UInt16) -> Origin {
        Origin(scheme: .https, host: TestCertificate.host, port: port)
    }
}

extension ResolvedAddress {
    static var loopback: [ResolvedAddress] { ["127.0.0.1"].compactMap { ResolvedAddress(literal: $0) } }
}

extension TLSServer {
    func request(_ path: String = "/", port: UInt16? = nil) -> TransferRequest {
        let origin = Origin.test(port ?? self.port())
        return TransferRequest(
            url: origin.url + path, route: Route(to: origin), addresses: ResolvedAddress.loopback)
    }

    func probe(port: UInt16? = nil, depth: ConnectRequest.Depth = .tls) -> ConnectRequest {
        ConnectRequest(
            route: Route(to: .test(port ?? self.port())), addresses: ResolvedAddress.loopback, depth: depth,
            deadline: .seconds(8))
    }
}

extension TransferRequest {
    /// Over plain HTTP to a loopback port.
    static func plain(
        to port: UInt16, limits: TransferLimits = TransferLimits()
    ) -> TransferRequest {
        let origin = Origin(scheme: .http, host: "127.0.0.1", port: port)
        return TransferRequest(
            url: origin.url + "/", route: Route(to: origin), addresses: ResolvedAddress.loopback,
            limits: limits)
    }
}

/// Waits until something that another thread or process does has come true; 20 s at most.
@LoopActor
func until(_ condition: @LoopActor () -> Bool) async throws {
    for _ in 0..<2000 {
        if condition() { return }
        try await LoopClock().sleep(for: .milliseconds(10))
    }
    Issue.record("the condition did not come true")
}
