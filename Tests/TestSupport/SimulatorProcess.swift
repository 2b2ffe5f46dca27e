package import Core
import EventLoop
import Glibc

/// A running `windsock-simulator`, the one built beside the tests.
///
/// Ends with `stop` or with the object.
///
///     let simulator = try SimulatorProcess(keys: ["key"])
///     try simulator.addFault(#"{"path":"*","times":1,"fault":{"kind":"status","status":503}}"#)
///
/// The calls block and are answered in milliseconds; none waits longer than half a minute.
package final class SimulatorProcess: Sendable {
    /// Why a call did not work.
    package enum Failure: Error, Equatable {
        /// The program is not there: was the product built?
        case missing(String)
        /// The program ended before it listened; its exit code, and -1 when a signal ended it.
        case exited(Int32)
        case refused
        case reset
        /// The connection was closed within an answer, or before it.
        case closed(received: [UInt8])
        /// A control endpoint refused, with its words; or an answer was none.
        case unexpected(String)
        case system(call: String, code: Int32)
    }

    /// The first address and the port of the API.
    package let host: String
    package let port: UInt16
    /// The control endpoints alone, plain HTTP; there also while the network is down.
    package let controlPort: UInt16
    /// `http://127.0.0.1:PORT`, or https with TLS files.
    package let baseURL: String
    private let process: Lock<pid_t?>

    /// Starts one on a free port of 127.0.0.1; it listens when this returns.
    ///
    /// - Throws: `missing`, `exited`, `system`.
    package convenience init(
        keys: [String] = ["key"], certificateFile: String? = nil, keyFile: String? = nil,
        timeFile: String? = nil
    ) throws(Failure) {
        var arguments = keys.flatMap { ["--key", $0] }
        if let certificateFile { arguments += ["--tls-cert", certificateFile] }
        if let keyFile { arguments += ["--tls-key", keyFile] }
        if let timeFile { arguments += ["--time-file", timeFile] }
        try self.init(arguments: arguments)
    }

    /// Starts one with a command line of one's own.
    ///
    /// - Throws: `missing`, `exited`, `system`.
    package init(arguments: [String]) throws(Failure) {
        let program = try Self.program()
        var ends: [Int32] = [-1, -1]
        // Not a pipe: a descriptor that another test's child inherited would hide the end of the output, and
        // only sockets can be close-on-exec from the beginning here.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw .system(call: "socketpair", code: errno)
        }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        let spawned = Self.spawn(program, arguments, output: writing)
        close(writing)
        let child = try spawned.get()
        process = Lock(child)
        let line = Self.line(from: reading)
        // listening on ADDRESS:PORT control on ADDRESS:PORT
        let words = line.split(separator: " ")
        guard words.count == 6, let api = Self.endpoint(words[2]), let control = Self.endpoint(words[5])
        else {
            // Nothing was printed: it has ended or is about to.
            throw .exited(Self.reap(child))
        }
        host = api.host
        port = api.port
        controlPort = control.port
        let isTLS = arguments.contains("--tls-cert")
        baseURL = "\(isTLS ? "https" : "http")://\(words[2])"
    }

    deinit {
        stop()
    }

    /// Ends the process and waits for it; returns its exit code, nil when it was stopped before.
    @discardableResult
    package func stop() -> Int32? {
        let child = process.withLock { process in
            let child = process
            process = nil
            return child
        }
        guard let child else { return nil }
        kill(child, SIGTERM)
        return Self.reap(child)
    }

    // MARK: control

    /// `POST /_simulator/faults`; the JSON is the whole body with `path`, `match`, `times` and `fault`.
    package func addFault(_ json: String) throws(Failure) {
        _ = try control("POST", "faults", json)
    }

    /// Removes all faults; requests that hang are answered.
    package func clearFaults() throws(Failure) {
        _ = try control("DELETE", "faults")
    }

    /// From here on these keys are valid and no others.
    package func setKeys(_ keys: [String]) throws(Failure) {
        var json = JSONWriter()
        json.object { json in
            json.member("keys", array: { json in for key in keys { json.value(key) } })
        }
        _ = try control("POST", "keys", json.text)
    }

    /// Down: connects are refused and open connections have been reset when this returns.
    package func setNetwork(up: Bool) throws(Failure) {
        _ = try control("POST", "network", #"{"up":\#(up)}"#)
    }

    /// What was asked on the API port, the oldest first.
    package func log() throws(Failure) -> [Entry] {
        let body = try control("GET", "log").body
        guard let elements = (try? JSONValue(parsing: body))?.array else {
            throw .unexpected("the log is not an array")
        }
        return elements.map { Entry($0) }
    }

    package func clearLog() throws(Failure) {
        _ = try control("DELETE", "log")
    }

    /// One request to the API port over a connection of its own; plain HTTP.
    package func get(_ target: String) throws(Failure) -> Reply {
        try connect().get(target)
    }

    /// A connection to the API port.
    package func connect() throws(Failure) -> Connection {
        try Connection(host: host, port: port)
    }

    /// A request to a control endpoint.
    ///
    /// Every status but 200 is `unexpected`.
    package func control(_ method: String, _ endpoint: String, _ body: String = "") throws(Failure) -> Reply {
        let connection = try Connection(host: host, port: controlPort)
        try connection.send(
            "\(method) /_simulator/\(endpoint) HTTP/1.1\r\nHost: \(host)\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
        let reply = try connection.reply()
        guard reply.status == 200 else { throw .unexpected(reply.text) }
        return reply
    }

    // MARK: process

    private static func program() throws(Failure) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw .system(call: "readlink", code: errno) }
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
        let path = String(folder) + "/windsock-simulator"
        guard access(path, X_OK) == 0 else { throw .missing(path) }
        return path
    }

    private static func spawn(
        _ program: String, _ arguments: [String], output: Int32
    ) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var vector = ([program] + arguments).map { strdup($0) }
        defer { for text in vector { free(text) } }
        vector.append(nil)
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, vector, environ)
        return code == 0 ? .success(child) : .failure(.system(call: "posix_spawn", code: code))
    }

    private static func reap(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and WEXITSTATUS of wait(2).
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// Up to the newline or the end.
    private static func line(from descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func endpoint(_ text: Substring) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        return (text[..<colon].filter { $0 != "[" && $0 != "]" }, port)
    }
}

extension SimulatorProcess {
    /// One line of the log.
    package struct Entry: Equatable, Sendable {
        /// Since the simulator's start.
        package let milliseconds: Int64
        /// Equal for requests that shared a connection.
        package let connection: Int64
        package let path: String
        /// As it was sent, without the key.
        package let query: String
        package let keyIsValid: Bool
        /// nil where nothing was answered, or not yet.
        package let status: Int64?
        /// The fault's kind.
        package let fault: String?

        fileprivate init(_ json: JSONValue) {
            milliseconds = json["at_ms"]?.integer ?? -1
            connection = json["connection"]?.integer ?? -1
            path = json["path"]?.string ?? ""
            query = json["query"]?.string ?? ""
            keyIsValid = json["key_valid"]?.bool ?? false
            status = json["status"]?.integer
            fault = json["fault"]?.string
        }
    }

    /// One HTTP answer.
    package struct Reply: Sendable {
        package let status: Int
        /// By lower-case name.
        package let headers: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
        /// nil when the body is not JSON.
        package var json: JSONValue? { try? JSONValue(parsing: body) }
    }
}

extension SimulatorProcess {
    /// A blocking TCP connection that speaks enough HTTP/1.1 to look at an answer as it comes over the wire.
    package final class Connection: Sendable {
        private let descriptor: Int32
        private let pending = Lock<[UInt8]>([])

        /// - Throws: `refused`, `system`.
        package init(host: String, port: UInt16) throws(Failure) {
            let isIPv6 = host.contains(":")
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, type, 0)
            guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var result: Int32
            if isIPv6 {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                inet_pton(AF_INET6, host, &address.sin6_addr)
                result = Self.connect(descriptor, &address)
            } else {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                inet_pton(AF_INET, host, &address.sin_addr)
                result = Self.connect(descriptor, &address)
            }
            if result < 0 { result = errno }
            // From here on deinit closes the descriptor.
            guard result == 0 else {
                throw result == ECONNREFUSED ? .refused : .system(call: "connect", code: result)
            }
        }

        deinit {
            close(descriptor)
        }

        /// Sends a GET and reads its answer; the connection stays open.
        package func get(_ target: String) throws(Failure) -> Reply {
            try send("GET \(target) HTTP/1.1\r\nHost: simulator\r\n\r\n")
            return try reply()
        }

        package func send(_ text: String) throws(Failure) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw errno == EPIPE || errno == ECONNRESET ? .reset : lost("send") }
                rest = rest.dropFirst(count)
            }
        }

        /// Reads one whole answer.
        ///
        /// - Throws: `closed` with what came before the end, `reset`.
        package func reply() throws(Failure) -> Reply {
            var bytes = pending.withLock { bytes in
                defer { bytes = [] }
                return bytes
            }
            var end = Self.headEnd(bytes)
            while end == nil {
                try receive(into: &bytes)
                end = Self.headEnd(bytes)
            }
            let bodyStart = end ?? bytes.count
            let lines = String(decoding: bytes[..<bodyStart], as: UTF8.self).split(separator: "\r\n")
            let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let name = line.prefix { $0 != ":" }
                headers[name.lowercased()] = String(line.dropFirst(name.count + 2))
            }
            if headers["transfer-encoding"] == "chunked" {
                let body = try chunks(of: &bytes, from: bodyStart)
                return Reply(status: status, headers: headers, body: body)
            }
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            while bytes.count < bodyStart + length { try receive(into: &bytes) }
            let rest = Array(bytes[(bodyStart + length)...])
            pending.withLock { $0 = rest }
            return Reply(
                status: status, headers: headers, body: Array(bytes[bodyStart..<(bodyStart + length)]))
        }

        private func chunks(of bytes: inout [UInt8], from start: Int) throws(Failure) -> [UInt8] {
            var body: [UInt8] = []
            var position = start
            while true {
                while !bytes[position...].contains(UInt8(ascii: "\n")) { try receive(into: &bytes) }
                let digits = bytes[position...].prefix { $0 != UInt8(ascii: "\r") }
                guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else {
                    throw .unexpected("not a chunk size")
                }
                position += digits.count + 2
                while bytes.count < position + size + 2 { try receive(into: &bytes) }
                body += bytes[position..<(position + size)]
                position += size + 2
                guard size > 0 else { return body }
            }
        }

        private func receive(into bytes: inout [UInt8]) throws(Failure) {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count != 0 else { throw .closed(received: bytes) }
            guard count > 0 else { throw errno == ECONNRESET ? .reset : lost("recv") }
            bytes += buffer[..<count]
        }

        private func lost(_ call: String) -> Failure { .system(call: call, code: errno) }

        private static func headEnd(_ bytes: [UInt8]) -> Int? {
            let mark = Array("\r\n\r\n".utf8)
            return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
        }

        private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
    }
}
