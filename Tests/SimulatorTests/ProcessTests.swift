import Core
import Glibc
import TestSupport
import Testing

/// The program around the service: ports, network, log, clock, command line.
@Suite struct ProcessTests {
    static let question = "/data/2.5/weather?lat=10&lon=20&appid=key"

    @Test func `the network goes and comes back on the same port`() throws {
        let simulator = try SimulatorProcess()
        let idle = try simulator.connect()
        #expect(try idle.get(Self.question).status == 200)
        for _ in 0..<3 {
            try simulator.setNetwork(up: false)
            #expect(throws: SimulatorProcess.Failure.refused) { try simulator.connect() }
            #expect(try simulator.log().count > 0)
            try simulator.setNetwork(up: true)
            #expect(try simulator.get(Self.question).status == 200)
        }
        #expect(throws: SimulatorProcess.Failure.reset) { try idle.get(Self.question) }
    }

    @Test func `a switch to the same state changes nothing`() throws {
        let simulator = try SimulatorProcess()
        let connection = try simulator.connect()
        try simulator.setNetwork(up: true)
        #expect(try connection.get(Self.question).status == 200)
        try simulator.setNetwork(up: false)
        try simulator.setNetwork(up: false)
        #expect(throws: SimulatorProcess.Failure.refused) { try simulator.connect() }
    }

    @Test func `a lost network resets a request in the middle`() throws {
        let simulator = try SimulatorProcess()
        try simulator.addFault(#"{"path":"*","fault":{"kind":"hang"}}"#)
        let hanging = try simulator.connect()
        try hanging.send("GET \(Self.question) HTTP/1.1\r\nHost: simulator\r\n\r\n")
        while try simulator.log().isEmpty { sched_yield() }
        try simulator.setNetwork(up: false)
        #expect(throws: SimulatorProcess.Failure.reset) { try hanging.reply() }
    }

    @Test func `the API port takes control requests, too, but does not close itself`() throws {
        let simulator = try SimulatorProcess()
        #expect(try simulator.get("/_simulator/log").json == .array([]))
        let connection = try simulator.connect()
        let body = #"{"up":false}"#
        try connection.send(
            "POST /_simulator/network HTTP/1.1\r\nHost: simulator\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try connection.reply().status == 400)
        #expect(try simulator.get(Self.question).status == 200)
    }

    @Test func `the log tells everything but the key`() throws {
        let simulator = try SimulatorProcess()
        _ = try simulator.get(Self.question)
        _ = try simulator.get("/geo/1.0/direct?appid=secret&q=Oslo&limit=5")
        try simulator.addFault(#"{"path":"/data","fault":{"kind":"status","status":503}}"#)
        _ = try simulator.get(Self.question)
        let log = try simulator.log()
        #expect(log.map { $0.path } == ["/data/2.5/weather", "/geo/1.0/direct", "/data/2.5/weather"])
        #expect(log.map { $0.query } == ["lat=10&lon=20", "q=Oslo&limit=5", "lat=10&lon=20"])
        #expect(log.map { $0.keyIsValid } == [true, false, true])
        #expect(log.map { $0.status } == [200, 401, 503])
        #expect(log.map { $0.fault } == [nil, nil, "status"])
        #expect(log.map { $0.connection } == [1, 2, 3])
        #expect(log.map { $0.milliseconds } == log.map { $0.milliseconds }.sorted())
        try simulator.clearLog()
        #expect(try simulator.log().isEmpty)
    }

    @Test func `the time file moves Date and dt`() throws {
        let file = try TemporaryFile("784111777")
        let simulator = try SimulatorProcess(timeFile: file.path)
        let first = try simulator.get(Self.question)
        #expect(first.headers["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(first.json?["dt"]?.integer == 784_111_200)
        try file.write("0")
        #expect(try simulator.get(Self.question).headers["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
        try file.write("9223372036854775807")
        #expect(try simulator.get(Self.question).headers["date"] == "Fri, 31 Dec 9999 23:59:59 GMT")
        try file.write("-864000")
        let shifted = try #require(try simulator.get(Self.question).json?["dt"]?.integer)
        try file.write("")
        let system = try #require(try simulator.get(Self.question).json?["dt"]?.integer)
        #expect((863_400...864_600).contains(system - shifted))
    }

    @Test func `it listens on IPv6`() throws {
        let simulator = try SimulatorProcess(arguments: ["--listen", "[::1]:0", "--key=key"])
        #expect(simulator.host == "::1")
        #expect(simulator.baseURL == "http://[::1]:\(simulator.port)")
        #expect(try simulator.get(Self.question).status == 200)
        try simulator.setNetwork(up: false)
        #expect(throws: SimulatorProcess.Failure.refused) { try simulator.connect() }
    }

    @Test func `it ends cleanly when asked`() throws {
        let simulator = try SimulatorProcess()
        let idle = try simulator.connect()
        #expect(simulator.stop() == 0)
        #expect(throws: SimulatorProcess.Failure.reset) { try idle.get(Self.question) }
    }

    @Test(arguments: [
        ("--bogus", 64), ("--listen", 64), ("--listen localhost:80", 64), ("--listen 127.0.0.1:99999", 64),
        ("--tls-cert file", 64), ("--help", 0), ("--listen 192.0.2.1:1", 69),
        ("--tls-cert /nonexistent/a --tls-key /nonexistent/b", 66),
        ("--tls-cert /dev/null --tls-key /dev/null", 69),
    ])
    func `a wrong command line has its exit code`(line: String, code: Int32) {
        let arguments = line.split(separator: " ").map { String($0) }
        #expect(throws: SimulatorProcess.Failure.exited(code)) { try SimulatorProcess(arguments: arguments) }
    }

    private static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/"].contains { access($0 + program, X_OK) == 0 }
    }

    @Test(.enabled(if: isInstalled("openssl") && isInstalled("curl"), "needs openssl and curl"))
    func `with a certificate it speaks TLS on the API port alone`() throws {
        let (certificate, key) = (try TemporaryFile(""), try TemporaryFile(""))
        let made = try ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", key.path, "-out", certificate.path, "-days", "2", "-subj", "/CN=simulator",
                "-addext", "subjectAltName=IP:127.0.0.1",
            ])
        try #require(made.status == 0)
        let simulator = try SimulatorProcess(certificateFile: certificate.path, keyFile: key.path)
        #expect(simulator.baseURL == "https://127.0.0.1:\(simulator.port)")
        let url = simulator.baseURL + Self.question
        #expect(try ChildProcess.run("curl", ["-sf", "--cacert", certificate.path, url]).status == 0)
        #expect(try ChildProcess.run("curl", ["-sf", url]).status == 60)
        try simulator.addFault(#"{"path":"*","fault":{"kind":"reset"}}"#)
        #expect(try ChildProcess.run("curl", ["-sf", "--cacert", certificate.path, url]).status == 56)
        #expect(try simulator.log().map { $0.status } == [200, nil])
    }
}
