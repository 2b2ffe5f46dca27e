import EventLoop
import Glibc

/// A service behind a router, in two network namespaces joined by a veth, both gone with this object.
///
///     client 10.77.0.2 ── veth ── 10.77.0.1 router, resolver (dnsmasq)
///                                  ├─ 198.51.100.1 api.windsock.test (nginx: TLS, HTTP/2) ── simulator
///                                  └─ 198.51.100.2 www.windsock.test (the same)
///
/// The client's default route leads to the router. Nothing of the machine's own network is touched. Needs root.
package final class ServiceNetwork: Sendable {
    package static let clientAddress = "10.77.0.2"
    package static let routerAddress = "10.77.0.1"
    package static let apiAddress = "198.51.100.1"
    package static let targetAddress = "198.51.100.2"
    /// Where a server answers with a certificate nobody trusts, and a redirect.
    package static let portal = apiAddress + ":8443"

    package static var isPossible: Bool {
        geteuid() == 0 && (try? ShellCommand.run("unshare --net --mount true")) != nil
    }

    package let client: NetworkNamespace
    package let service: NetworkNamespace
    package let simulator: SimulatorProcess
    private let directory: TestDirectory
    private let front: ChildProcess
    private let resolver = Lock<ChildProcess?>(nil)

    /// Made once: openssl(1) takes longer than everything else here.
    private static let certificates = Result {
        let directory = TestDirectory()
        try TestCertificate.make(
            [.valid, .untrusted], for: ["api.windsock.test", "www.windsock.test"], in: directory)
        return directory
    }

    /// Everything runs when this returns; with `isConnected` false the client has neither address nor link.
    package init(keys: [String], isConnected: Bool = true) async throws {
        directory = TestDirectory()
        client = try NetworkNamespace()
        service = try NetworkNamespace()
        let (client, service) = (client, service)
        // Made in one namespace and moved, so that the two ends differ in their index: the kernel tells of a carrier
        // at once only then, and else up to a second late (linkwatch_urgent_event).
        try await service.run(
            """
            link add router0 type veth peer name field0
            link set field0 netns \(client.name)
            address add \(Self.routerAddress)/24 dev router0
            address add \(Self.apiAddress)/32 dev lo
            address add \(Self.targetAddress)/32 dev lo
            link set router0 up
            """)
        simulator = try await service.enter {
            Result { () throws(SimulatorProcess.Failure) in try SimulatorProcess(keys: keys) }
        }.get()
        front = try Self.startFront(of: simulator.port, in: service, directory)
        directory.write("nameserver \(Self.routerAddress)\n", to: "resolv.conf")
        if isConnected { try await connect() }
        try startResolver()
        // 198.51.100.1:443 and 10.77.0.1:53.
        try await awaitSocket("/proc/\(front.identifier)/net/tcp", "016433C6:01BB")
        try await awaitSocket("/proc/\(front.identifier)/net/udp", "01004D0A:0035")
    }

    deinit {
        front.stop()
        stopResolver()
        simulator.stop()
    }

    /// The authority that signed the service's certificate.
    package var authority: String {
        get throws { try Self.certificates.get().file("ca.pem") }
    }

    /// The words before a program's that make it run at the client, with a resolv.conf of its own.
    ///
    /// unshare(1) makes the mount private: the machine's file is never written.
    package var entering: [String] {
        let script = "mount --bind \(directory.file("resolv.conf")) /etc/resolv.conf; exec \"$@\""
        return client.entering + ["unshare", "--mount", "sh", "-euc", script, "sh"]
    }

    /// Gives the client its link, its address and its route, as whoever manages its network would.
    package func connect() async throws {
        try await client.run(
            """
            address replace \(Self.clientAddress)/24 dev field0
            link set field0 up
            route replace default via \(Self.routerAddress)
            """)
    }

    // MARK: the resolver

    package func startResolver() throws {
        let words = [
            "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts",
            "--pid-file=", "--user=root", "--cache-size=0", "--bind-interfaces",
            "--listen-address=\(Self.routerAddress)", "--address=/api.windsock.test/\(Self.apiAddress)",
            "--address=/www.windsock.test/\(Self.targetAddress)",
            "--local=/windsock.test/", "--log-queries", "--log-facility=-",
        ]
        let process = try service.start("dnsmasq", words, log: directory.file("dns.log"))
        resolver.withLock { $0 = process }
    }

    package func stopResolver() {
        let process = resolver.withLock { resolver in
            defer { resolver = nil }
            return resolver
        }
        process?.stop()
    }

    /// How often the resolver was asked for the IPv4 address of a name.
    package func questions(for name: String) -> Int {
        directory.read("dns.log").split(separator: "\n").filter { $0.contains("query[A] \(name) ") }.count
    }

    /// Rewrites the client's resolv.conf.
    package func setNameServer(_ address: String) {
        directory.write("nameserver \(address)\n", to: "resolv.conf")
    }

    // MARK: what was asked

    /// The requests for current weather that have come through to the service.
    package func requests() async throws -> [SimulatorProcess.Entry] {
        let simulator = simulator
        let log = await service.enter {
            Result { () throws(SimulatorProcess.Failure) in try simulator.log() }
        }
        return try log.get().filter { $0.path == "/data/2.5/weather" }
    }

    package func addFault(_ json: String) async throws {
        let simulator = simulator
        try await service.enter {
            Result { () throws(SimulatorProcess.Failure) in try simulator.addFault(json) }
        }.get()
    }

    // MARK: the front

    private static func startFront(
        of port: UInt16, in namespace: NetworkNamespace, _ directory: TestDirectory
    ) throws -> ChildProcess {
        let certificates = try certificates.get().path
        let path = directory.path
        func tls(_ name: TestCertificate) -> String {
            "ssl_certificate \(certificates)/\(name.rawValue).pem; "
                + "ssl_certificate_key \(certificates)/\(name.rawValue).key;"
        }
        directory.write(
            """
            daemon off; master_process off; pid \(path)/nginx.pid; error_log \(path)/error.log;
            events { worker_connections 512; }
            http {
                access_log off;
                client_body_temp_path \(path)/body; proxy_temp_path \(path)/proxy;
                fastcgi_temp_path \(path)/fastcgi; uwsgi_temp_path \(path)/uwsgi; scgi_temp_path \(path)/scgi;
                server {
                    listen \(apiAddress):443 ssl http2; listen \(targetAddress):443 ssl http2; \(tls(.valid))
                    location / { proxy_pass http://127.0.0.1:\(port); }
                }
                server {
                    listen \(portal) ssl http2; \(tls(.untrusted))
                    return 302 https://portal.windsock.test/login;
                }
            }
            """, to: "nginx.conf")
        return try namespace.start(
            "nginx", ["-p", path, "-e", path + "/error.log", "-c", path + "/nginx.conf"],
            log: path + "/output.log")
    }

    /// Waits for a local address and port, as /proc/net/tcp writes them.
    private func awaitSocket(_ table: String, _ socket: String) async throws {
        for _ in 0..<500 {
            if TextFile.read(table).contains(socket) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw ChildProcess.Failure(
            description: "nothing listens: " + directory.read("error.log") + directory.read("output.log"))
    }
}
