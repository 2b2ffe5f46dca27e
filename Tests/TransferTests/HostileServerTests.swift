import Core
import EventLoop
import TestSupport
import Testing
import Transfer

/// What a broken or malicious peer can do at the level of bytes, over plain HTTP so that the bytes are ours.
@Suite struct HostileServerTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var cause: TransferFailure.Cause
        var phase: ConnectionPhase
        var serve: @Sendable (RawServer.Connection) -> Void

        init(
            _ name: String, _ cause: TransferFailure.Cause, _ phase: ConnectionPhase = .response,
            _ serve: @escaping @Sendable (RawServer.Connection) -> Void
        ) {
            (testDescription, self.cause, self.phase, self.serve) = (name, cause, phase, serve)
        }
    }

    static let okHeader = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    static let faults = [
        Fault("closes without a word", .connectionLost) { $0.readRequest() },
        Fault("resets", .connectionLost) {
            $0.readRequest()
            $0.reset()
        },
        Fault("is cut off in the body", .connectionLost) {
            $0.readRequest()
            $0.send(okHeader + "Content-Length: 1000\r\n\r\n{\"half\":")
        },
        Fault("is cut off in a chunk", .connectionLost) {
            $0.readRequest()
            $0.send(okHeader + "Transfer-Encoding: chunked\r\n\r\n40\r\n{\"half\":")
        },
        Fault("sends a chunk that is none", .connectionLost) {
            $0.readRequest()
            $0.send(okHeader + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n")
        },
        Fault("does not speak HTTP", .connectionLost) {
            $0.readRequest()
            $0.send("220 mail.example.org ESMTP\r\n")
        },
        Fault("announces gzip and sends something else", .connectionLost) {
            $0.readRequest()
            $0.send(okHeader + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n{  }")
        },
        Fault("announces a body beyond the limit", .tooLarge) {
            $0.readRequest()
            $0.send(okHeader + "Content-Length: 1048577\r\n\r\n")
            $0.awaitClose()
        },
        Fault("never ends its body", .tooLarge) {
            $0.readRequest()
            $0.send(okHeader + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk =
                Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x10000) + Array("\r\n".utf8)
            while $0.send(chunk) {}
        },
        Fault("never ends its header", .connectionLost) {
            $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\n")
            while $0.send("X-Flood: " + String(repeating: "x", count: 1000) + "\r\n") {}
        },
        Fault("sends a header line without end", .connectionLost) {
            $0.readRequest()
            $0.send("HTTP/1.1 200 OK\r\nX-Flood: ")
            let piece = [UInt8](repeating: 0x78, count: 0x10000)
            while $0.send(piece) {}
        },
    ]

    @Test(arguments: faults)
    func `a faulty answer is a failure of its request alone`(fault: Fault) async {
        let server = RawServer(fault.serve)
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let failure = await transport.failure(.plain(to: server.port))
            #expect(failure?.cause == fault.cause)
            #expect(failure?.phase == fault.phase)
            #expect(failure?.reusedConnection == false)
            #expect(transport.inFlight == 0)
        }
    }

    @Test func `48 kB that inflate to 48 MB are cut at the limit`() async throws {
        let directory = TestDirectory()
        try ShellCommand.run("head -c 50331648 /dev/zero | gzip -9 > '\(directory.file("bomb.gz"))'")
        let bomb = directory.bytes("bomb.gz")
        #expect(bomb.count < 60_000)
        let server = RawServer { connection in
            connection.readRequest()
            connection.send(
                HostileServerTests.okHeader
                    + "Content-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
            connection.send(bomb)
            connection.awaitClose()
        }
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            #expect(await transport.failure(.plain(to: server.port))?.cause == .tooLarge)
        }
    }

    @Test func `an exact fit of the limit is an answer`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.send(
                HostileServerTests.okHeader + "Transfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n0\r\n\r\n")
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let response = try await transport.send(
                .plain(to: server.port, limits: TransferLimits(bodyBytes: 8)))
            #expect(response.body == Array("12345678".utf8))
            let failure = await transport.failure(
                .plain(to: server.port, limits: TransferLimits(bodyBytes: 7)))
            #expect(failure?.cause == .tooLarge)
        }
    }

    @Test func `silence and a drip of bytes end with the limits of time`() async {
        let silent = RawServer { connection in
            connection.readRequest()
            connection.awaitClose()
        }
        let dripping = RawServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X: y\r\n") { connection.pause(milliseconds: 50) }
        }
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let hurried = TransferLimits(connect: .seconds(2), total: .seconds(2))
            for server in [silent, dripping] {
                let failure = await transport.failure(.plain(to: server.port, limits: hurried))
                #expect(failure?.cause == .timedOut && failure?.phase == .response && failure?.curlCode == 28)
            }
            let quiet = TransferLimits(silence: .seconds(1))
            #expect(await transport.failure(.plain(to: silent.port, limits: quiet))?.cause == .timedOut)
        }
    }

    @Test func `a handshake that never comes is timed out in its phase`() async {
        let server = RawServer { $0.awaitClose() }
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let probe = ConnectRequest(
                route: Route(to: .test(server.port)), addresses: ResolvedAddress.loopback, depth: .tls,
                deadline: .seconds(2))
            let failure = await transport.failure(probe)
            #expect(failure?.cause == .timedOut && failure?.phase == .tls)
        }
    }

    @Test func `a peer that answers the handshake with something else is a failed handshake`() async {
        let server = RawServer { $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let probe = ConnectRequest(
                route: Route(to: .test(server.port)), addresses: ResolvedAddress.loopback, depth: .tls,
                deadline: .seconds(8))
            let failure = await transport.failure(probe)
            #expect(failure?.cause == .handshake && failure?.phase == .tls)
        }
    }

    @Test func `a redirect and a web page are answers, and nothing is followed`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Type: text/html\r\n")
            connection.send("Content-Length: 6\r\nConnection: close\r\n\r\n<html>")
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let response = try await transport.send(.plain(to: server.port))
            #expect(response.status == 302 && response.contentType == "text/html")
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `nobody listening is a refused connection with its errno`() async throws {
        let port = TLSServer.freePorts(1)[0]
        await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let failure = await transport.failure(.plain(to: port))
            #expect(failure == TransferFailure(.connect, phase: .connect, curlCode: 7, osErrno: 111))
        }
    }

    @Test func `an idle connection that turns out dead is replaced without a failure`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.send(HostileServerTests.okHeader + "Content-Length: 2\r\n\r\n{}")
            connection.readRequest()
            connection.reset()
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let first = try await transport.send(.plain(to: server.port))
            let second = try await transport.send(.plain(to: server.port))
            #expect([first, second].allSatisfy { $0.status == 200 })
            #expect(server.connectionCount == 2)
        }
    }

    @Test func `an old connection that breaks within an answer is marked as old`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.send(HostileServerTests.okHeader + "Content-Length: 2\r\n\r\n{}")
            connection.readRequest()
            connection.send(HostileServerTests.okHeader + "Content-Length: 2\r\n\r\n{")
        }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            _ = try await transport.send(.plain(to: server.port))
            let failure = await transport.failure(.plain(to: server.port))
            #expect(failure?.cause == .connectionLost && failure?.reusedConnection == true)
        }
    }
}
