import Core
import EventLoop
import TestSupport
import Testing
import Transfer

@Suite struct ProxyTests {
    static let api = Origin(scheme: .https, host: "api.openweathermap.org", port: 443)

    @Test func `a proxy URL is read as curl reads it`() throws {
        let plain = try #require(Proxy("proxy.example"))
        #expect(plain.scheme == .http && plain.host == "proxy.example" && plain.port == 1080)
        let full = try #require(Proxy("https://me:pa%40ss@[2001:db8::1]:3128/"))
        #expect(full.scheme == .https && full.host == "2001:db8::1" && full.port == 3128)
        #expect("\(full)" == "https://[2001:db8::1]:3128")
        #expect(Proxy("socks5://proxy.example")?.scheme == .socks5h)
        for wrong in [
            "", "ftp://proxy", "proxy:0", "proxy:99999", "http://", "a b:1", "http://[::1", "proxy/path",
            "proxy:+1", "a?b", "a#b:1",
            "http://[a]:1", "u#v@proxy", "é",
        ] {
            #expect(Proxy(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `the environment's variables are those curl knows`() {
        func host(_ variables: [String: String], _ origin: Origin = Self.api) -> String? {
            ProxyPolicy.environment(variables).proxy(for: origin)?.host
        }
        #expect(host([:]) == nil)
        #expect(host(["https_proxy": "a:1", "HTTPS_PROXY": "b:1", "all_proxy": "c:1"]) == "a")
        #expect(host(["HTTPS_PROXY": "b:1", "http_proxy": "d:1"]) == "b")
        #expect(host(["ALL_PROXY": "c:1", "https_proxy": ""]) == "c")
        #expect(host(["https_proxy": "a:1", "no_proxy": "example.org, openweathermap.org"]) == nil)
        #expect(host(["https_proxy": "a:1", "no_proxy": ".openweathermap.org"]) == nil)
        #expect(host(["https_proxy": "a:1", "NO_PROXY": "*"]) == nil)
        #expect(host(["https_proxy": "a:1", "no_proxy": "weathermap.org"]) == "a")
        #expect(host(["https_proxy": "a:1"], Origin(scheme: .https, host: "127.0.0.1", port: 1)) == nil)
        #expect(host(["HTTP_PROXY": "a:1"], Origin(scheme: .http, host: "host.test", port: 80)) == nil)
    }

    @Test func `a fixed proxy is on the way to everything but this machine`() {
        let policy = Proxy("proxy.example:3128").map { ProxyPolicy.fixed($0) } ?? .none
        let route = Route(to: Self.api, policy: policy)
        #expect(route.firstHost == "proxy.example" && route.firstPort == 3128)
        #expect(Route(to: Origin(scheme: .https, host: "localhost", port: 443), policy: policy).proxy == nil)
        #expect(Route(to: Self.api, policy: .none).firstHost == "api.openweathermap.org")
    }

    @Test func `requests and probes tunnel through a proxy, connect probes end at it`() async throws {
        let server = try TLSServer()
        let target = server.port()
        let tunnels = Lock<[String]>([])
        let proxy = RawServer { connection in
            let request = connection.readRequest()
            guard !request.isEmpty else { return }
            tunnels.withLock { $0.append(String(request.prefix { !$0.isNewline })) }
            connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
            connection.join(port: target)
        }
        let route = Route(to: .test(target), through: Proxy("http://proxy.test:\(proxy.port)"))
        try await onLoop {
            let transport = Transport.for(server)
            let request = TransferRequest(
                url: route.origin.url + "/", route: route, addresses: ResolvedAddress.loopback)
            let response = try await transport.send(request)
            #expect(response.status == 200)
            transport.beginGeneration()
            for depth in [ConnectRequest.Depth.tls, .tcp] {
                let probe = ConnectRequest(
                    route: route, addresses: ResolvedAddress.loopback, depth: depth, deadline: .seconds(8))
                let times = try await transport.connect(probe)
                #expect((times.tls != nil) == (depth == .tls))
            }
            try await until { proxy.connectionCount == 3 }
        }
        let line = "CONNECT weather.test:\(target) HTTP/1.1"
        #expect(tunnels.withLock { $0 } == [line, line])
        #expect(server.requests.count == 1)
    }
}
