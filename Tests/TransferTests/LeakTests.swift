import Core
import EventLoop
import Glibc
import TestSupport
import Testing
import Transfer

@Suite(.timeLimit(.minutes(2))) struct LeakTests {
    /// This process's TCP sockets whose other end is a port, from /proc: other tests run at the same time.
    static func sockets(to port: UInt16) -> Int {
        let digits = String(port, radix: 16, uppercase: true)
        let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        let lines = TextFile.read("/proc/self/net/tcp").split(separator: "\n")
        // An inode of 0 is a connection that is closed and only lingers in the kernel (TIME_WAIT).
        return lines.dropFirst().count { line in
            let fields = line.split(separator: " ")
            return fields.count > 9 && fields[2].hasSuffix(suffix) && fields[9] != "0"
        }
    }

    @Test func `two hundred failures and their probes leave no socket`() async throws {
        let server = RawServer { connection in
            connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        }
        let babbling = RawServer { $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        try await onLoop {
            let transport = Transport(anchors: TrustAnchors(), userAgent: "test")
            let secure = ConnectRequest(
                route: Route(to: .test(babbling.port)), addresses: ResolvedAddress.loopback, depth: .tls,
                deadline: .seconds(8))
            for _ in 0..<100 {
                let broken = await transport.failure(.plain(to: server.port))
                #expect(broken?.cause == .connectionLost)
                let unsecured = await transport.failure(secure)
                #expect(unsecured != nil)
            }
            try await until {
                LeakTests.sockets(to: server.port) + LeakTests.sockets(to: babbling.port) == 0
            }
        }
    }

    @Test func `fifty generations leave no socket, be they idle or in use`() async throws {
        let server = try TLSServer()
        let silent = RawServer { $0.awaitClose() }
        try await onLoop {
            let transport = Transport.for(server)
            for _ in 0..<50 {
                let response = try await transport.send(server.request())
                #expect(response.status == 200)
                let expected = silent.connectionCount + 1
                async let superseded = transport.failure(.plain(to: silent.port))
                try await until { silent.connectionCount == expected }
                transport.beginGeneration()
                let failure = await superseded
                #expect(failure?.cause == .superseded)
            }
            try await until {
                LeakTests.sockets(to: server.port()) + LeakTests.sockets(to: silent.port) == 0
            }
        }
    }

    @Test func `an idle transport has a connection, no timer and no watch that fires`() async throws {
        let server = try TLSServer()
        try await onLoop {
            let transport = Transport.for(server)
            _ = try await transport.send(server.request())
            #expect(LeakTests.sockets(to: server.port()) == 1)
            let before = EventLoop.shared.timerCount
            transport.beginGeneration()
            #expect(EventLoop.shared.timerCount == before)
            try await until { LeakTests.sockets(to: server.port()) == 0 }
        }
    }
}
