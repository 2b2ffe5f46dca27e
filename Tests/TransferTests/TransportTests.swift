import Core
import EventLoop
import TestSupport
import Testing
import Transfer

@Suite struct TransportTests {
    @Test func `an answer brings status, fields, body and times`() async throws {
        let server = try TLSServer(
            locations: "location /limit { add_header Retry-After 7 always; return 429; }")
        try await onLoop {
            let transport = Transport.for(server)
            let response = try await transport.send(server.request())
            #expect(response.status == 200)
            #expect(response.contentType == "application/json")
            #expect(response.date?.hasSuffix(" GMT") == true)
            #expect(response.retryAfter == nil)
            #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("{\"connection\": "))
            #expect(!response.reusedConnection)
            #expect(response.times.connect != nil && response.times.tls != nil)
            #expect(response.times.total > .zero && response.bytesReceived > response.body.count)

            let limited = try await transport.send(server.request("/limit"))
            #expect(limited.status == 429 && limited.retryAfter == "7")
            #expect(limited.reusedConnection && limited.times.connect == nil)
            #expect(transport.inFlight == 0)
        }
    }

    @Test func `fifty parallel requests share one HTTP2 connection`() async throws {
        let server = try TLSServer()
        let responses = try await onLoop {
            try await Transport.for(server).all(Array(repeating: server.request(), count: 50))
        }
        #expect(responses.allSatisfy { $0.status == 200 })
        #expect(responses.count(where: { !$0.reusedConnection }) == 1)
        #expect(server.requests.allSatisfy { $0.contains("HTTP/2.0") })
    }

    @Test func `without HTTP2 there are at most as many connections as were allowed, and they are kept`()
        async throws
    {
        let server = try TLSServer()
        try await onLoop {
            let transport = Transport.for(server)
            let requests = Array(repeating: server.request(port: server.plainPort), count: 50)
            let first = try await transport.all(requests)
            transport.connectionsPerHost = 20
            let second = try await transport.all(requests)
            let third = try await transport.all(requests)
            #expect((first + second + third).allSatisfy { $0.status == 200 })
            #expect((1...4).contains(first.count(where: { !$0.reusedConnection })))
            // They outlive the moments in which nothing is under way.
            #expect((first + second + third).count(where: { !$0.reusedConnection }) <= 20)
        }
    }

    @Test(arguments: [nil, 20])
    func `to a silent server there are four connections, or as many as were allowed`(allowed: Int?)
        async throws
    {
        let silent = RawServer { $0.awaitClose() }
        let port = silent.port
        let requests = Array(repeating: TransferRequest.plain(to: port), count: 50)
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            if let allowed { transport.connectionsPerHost = allowed }
            async let responses = transport.all(requests)
            try await until { LeakTests.sockets(to: port) == allowed ?? 4 && transport.inFlight == 50 }
            transport.beginGeneration()
            let answered = try? await responses
            #expect(answered == nil)
        }
    }

    @Test func `a handle is used again for requests of one manner and for no other`() async throws {
        let server = try TLSServer()
        await onLoop {
            let transport = Transport.for(server)
            for _ in 0..<3 {
                #expect(await transport.failure(server.request()) == nil)
                var brief = server.request()
                brief.limits.bodyBytes = 1
                #expect(await transport.failure(brief)?.cause == .tooLarge)
            }
            transport.anchors = TrustAnchors()
            var unconnected = server.request()
            unconnected.freshConnection = true
            #expect(await transport.failure(unconnected)?.cause == .certificate(.untrusted))
        }
    }

    @Test func `a handle that is used again connects where the request says, and asks nobody`() async throws {
        let server = try TLSServer()
        let elsewhere = ["127.0.0.77"].compactMap { ResolvedAddress(literal: $0) }
        await onLoop {
            let transport = Transport.for(server)
            // No name server knows the host.
            var request = server.request()
            request.freshConnection = true
            for _ in 0..<3 { #expect(await transport.failure(request) == nil) }
            var moved = request
            moved.addresses = elsewhere
            for _ in 0..<2 { #expect(await transport.failure(moved)?.cause == .connect) }
            for _ in 0..<2 { #expect(await transport.failure(request) == nil) }
        }
    }

    @Test(arguments: [
        (TestCertificate.expired, TransferFailure.CertificateFault.expired),
        (.notYetValid, .notYetValid), (.wrongHost, .untrusted), (.untrusted, .untrusted),
    ])
    func `a certificate that does not verify is named for what it is`(
        certificate: TestCertificate, fault: TransferFailure.CertificateFault
    ) async throws {
        let server = try TLSServer([certificate])
        await onLoop {
            let transport = Transport.for(server)
            let failure = await transport.failure(server.request(port: server.port(certificate)))
            #expect(failure?.cause == .certificate(fault))
            #expect(failure?.phase == .tls && failure?.curlCode == 60 && failure?.reusedConnection == false)
            let probed = await transport.failure(server.probe(port: server.port(certificate)))
            #expect(probed?.cause == .certificate(fault) && probed?.phase == .tls)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `an authority nobody named is not trusted, one file names it besides the system's`()
        async throws
    {
        let server = try TLSServer()
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            #expect(await transport.failure(server.request())?.cause == .certificate(.untrusted))
            transport.anchors = TrustAnchors(caFile: server.authority)
            #expect(await transport.failure(server.request()) == nil)
            transport.anchors = TrustAnchors(caFile: "/nonexistent")
            transport.beginGeneration()
            let failure = await transport.failure(server.request())
            #expect(failure?.cause == .local && failure?.curlCode == 77)
        }
    }

    @Test func `a probe measures connect and handshake and sends no request`() async throws {
        let server = try TLSServer()
        try await onLoop {
            let transport = Transport.for(server)
            let secure = try await transport.connect(server.probe())
            #expect(secure.connect != nil && secure.tls != nil)
            let plain = try await transport.connect(server.probe(depth: .tcp))
            #expect(plain.connect != nil && plain.tls == nil)
            #expect(transport.inFlight == 0)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a request on an idle connection is marked, and a fresh one is not`() async throws {
        let server = try TLSServer()
        try await onLoop {
            let transport = Transport.for(server)
            var request = server.request()
            let first = try await transport.send(request)
            let second = try await transport.send(request)
            request.freshConnection = true
            let third = try await transport.send(request)
            #expect([first, second, third].map(\.reusedConnection) == [false, true, false])
        }
    }

    @Test func `a new generation supersedes what is in flight and drops the connections`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.awaitClose()
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            async let failure = transport.failure(.plain(to: server.port))
            try await until { server.connectionCount == 1 }
            transport.beginGeneration()
            #expect(await failure?.cause == .superseded)
            #expect(transport.inFlight == 0)
        }
        let secure = try TLSServer()
        try await onLoop {
            let transport = Transport.for(secure)
            let first = try await transport.send(secure.request())
            transport.beginGeneration()
            let second = try await transport.send(secure.request())
            #expect(!first.reusedConnection && !second.reusedConnection)
        }
    }

    @Test func `a cancelled request ends at once and its connection is closed`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.awaitClose()
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let failure = try await withThrowingTaskGroup(of: TransferFailure?.self) { group in
                group.addTask { await transport.failure(.plain(to: server.port)) }
                try await until { server.connectionCount == 1 }
                group.cancelAll()
                return try await group.next() ?? nil
            }
            #expect(failure?.cause == .superseded)
            #expect(transport.inFlight == 0)
            // The server takes the next client only when it has seen the first one close.
            async let second = transport.failure(.plain(to: server.port))
            try await until { server.connectionCount == 2 }
            transport.beginGeneration()
            _ = await second
        }
    }

    @Test func `curl is never left to ask for a name itself`() async {
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let request = TransferRequest(
                url: Origin.test(443).url, route: Route(to: .test(443)), addresses: [])
            #expect(await transport.failure(request) == TransferFailure(.resolver, phase: .dns))
        }
    }

    @Test func `the URL is in no description`() {
        let request = TransferRequest(
            url: "https://weather.test/?appid=canary", route: Route(to: .test(443)), addresses: [])
        #expect(!"\(request)\(String(reflecting: request))".contains("canary"))
        let proxy = Proxy("http://me:canary@proxy.test:3128")
        #expect(proxy.map { "\($0)\(String(reflecting: $0))".contains("canary") } == false)
    }
}
