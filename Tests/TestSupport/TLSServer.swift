import Glibc

/// A real TLS and HTTP server, nginx(8), on a loopback port for each certificate.
///
/// It ends with this object.
package final class TLSServer: Sendable {
    package let directory: TestDirectory
    private let ports: [TestCertificate: UInt16]
    /// The port that speaks HTTP/1.1 only, with the valid certificate.
    package let plainPort: UInt16
    private let process: ChildProcess

    /// `locations` are added to each server block of nginx's configuration.
    package init(_ certificates: [TestCertificate] = [.valid], locations: String = "") throws {
        signal(SIGPIPE, SIG_IGN)
        directory = TestDirectory()
        try TestCertificate.make(certificates, in: directory)
        let free = TLSServer.freePorts(certificates.count + 1)
        ports = Dictionary(uniqueKeysWithValues: zip(certificates, free))
        plainPort = free[certificates.count]
        var servers = TLSServer.block(certificates[0], plainPort, options: "ssl", locations)
        for (certificate, port) in ports {
            servers += TLSServer.block(certificate, port, options: "ssl http2", locations)
        }
        let path = directory.path
        directory.write(
            """
            daemon off; master_process off; pid \(path)/nginx.pid; error_log \(path)/error.log;
            worker_rlimit_nofile 1024; events { worker_connections 512; }
            http {
                access_log \(path)/access.log;
                client_body_temp_path \(path)/body; proxy_temp_path \(path)/proxy;
                fastcgi_temp_path \(path)/fastcgi; uwsgi_temp_path \(path)/uwsgi; scgi_temp_path \(path)/scgi;
            \(servers)
            }
            """, to: "nginx.conf")
        process = try ChildProcess(
            "nginx", ["-p", path, "-e", path + "/error.log", "-c", path + "/nginx.conf"],
            output: path + "/output.log", errors: path + "/output.log")
        for port in free { try TLSServer.awaitListener(port, directory) }
    }

    deinit {
        process.stop()
    }

    package func port(_ certificate: TestCertificate = .valid) -> UInt16 { ports[certificate] ?? 0 }

    /// The requests that were answered, one line each.
    package var requests: [Substring] { directory.read("access.log").split(separator: "\n") }

    package var authority: String { directory.file("ca.pem") }

    private static func block(
        _ certificate: TestCertificate, _ port: UInt16, options: String, _ locations: String
    ) -> String {
        """
            server {
                listen 127.0.0.1:\(port) \(options);
                ssl_certificate \(certificate.rawValue).pem; ssl_certificate_key \(certificate.rawValue).key;
                default_type application/json;
                location / { return 200 '{"connection": $connection, "requests": $connection_requests}'; }
                \(locations)
            }

        """
    }

    /// Ports nobody listens on: all are bound at the same time, so that they differ, and then released.
    package static func freePorts(_ count: Int) -> [UInt16] {
        let listeners = (0..<count).map { _ in LoopbackListener() }
        return listeners.map(\.port)
    }

    private static func awaitListener(_ port: UInt16, _ directory: TestDirectory) throws {
        for _ in 0..<500 {
            if LoopbackListener.accepts(port) { return }
            usleep(10_000)
        }
        throw ChildProcess.Failure(description: "nginx does not listen: " + directory.read("error.log"))
    }
}
