package import Control
package import Core
import Glibc
import Store
package import TestSupport

/// A daemon, a command and a stand-in for the service, with all their files in a directory of their own.
package final class Workbench {
    /// Whatever leaves the programs is searched for it.
    package static let canary = "canary0123456789abcdef0123456789"

    package let folder: String
    package let simulator: SimulatorProcess
    package private(set) var daemon: ChildProcess?
    /// Everything the command has written, and the daemon's log when it has ended.
    package private(set) var transcript = ""

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    private let stopsSimulator: Bool

    /// The lines that tell the daemon where the service is.
    private let service: String

    /// `settings` are further lines of windsock.conf; a line of them wins over the same of ours.
    ///
    /// Starts the simulator, or takes one that runs already and lets it run: `service` tells how it is reached from
    /// elsewhere.
    package init(
        settings: String = "", key: String? = Workbench.canary, simulator: SimulatorProcess? = nil,
        service: String? = nil
    ) throws {
        var template = Array("/tmp/windsock-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: errno \(errno)") }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        stopsSimulator = simulator == nil
        let simulator = try simulator ?? SimulatorProcess(keys: [Workbench.canary])
        self.simulator = simulator
        self.service = service ?? "api = \(simulator.baseURL)\n"
        mkdir(folder + "/state", 0o755)
        if let key { TextFile.write(key + "\n", to: folder + "/state/api-key", mode: 0o600) }
        configure(settings)
    }

    deinit {
        daemon?.stop(SIGKILL)
        if stopsSimulator { simulator.stop() }
        _ = try? ChildProcess.run("rm", ["-rf", "--one-file-system", folder])
    }

    package func configure(_ settings: String) {
        var text = "[openweathermap]\n" + service
        if !settings.contains("calls_per_minute") { text += "calls_per_minute = 6000\n" }
        // Else intervals of seconds are stretched, the more of the calendar's month is left the more.
        if !settings.contains("calls_per_month") { text += "calls_per_month = 1000000000\n" }
        text += settings
        if !settings.contains("probe_every") { text += "\n[reachability]\nprobe_every = 1s\n" }
        TextFile.write(text, to: folder + "/windsock.conf")
    }

    package var environment: [String: String] {
        [
            "WINDSOCK_STATE_DIR": folder + "/state", "WINDSOCK_RUNTIME_DIR": folder + "/run",
            "WINDSOCK_CONFIG": folder + "/windsock.conf", "LANG": "C.UTF-8", "TZ": "UTC",
        ]
    }

    // MARK: the daemon

    /// Starts windsockd, behind the words of `wrapper` if there are some, and waits until it answers.
    package func startDaemon(wrapper: [String] = [], environment extra: [String: String] = [:]) async throws {
        try launchDaemon(wrapper: wrapper, environment: extra)
        // Not by a verb: most of them read the database when nobody answers.
        try await until("windsockd answers") { (try? self.control) != nil }
    }

    /// Starts windsockd and does not wait.
    package func launchDaemon(wrapper: [String] = [], environment extra: [String: String] = [:]) throws {
        let words = wrapper + [Binaries.path("windsockd")]
        daemon = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment.merging(extra) { $1 },
            output: folder + "/out", errors: folder + "/log")
    }

    /// Ends windsockd and returns its exit status.
    @discardableResult
    package func stopDaemon(_ signal: Int32 = SIGTERM) -> Int32 {
        let status = daemon?.stop(signal) ?? -1
        transcript += TextFile.read(folder + "/log") + TextFile.read(folder + "/out")
        daemon = nil
        return status
    }

    /// A connection of its own for one call after the other.
    package var control: ControlClient {
        get throws { try ControlClient(path: folder + "/run/windsock.sock") }
    }

    package var log: String { TextFile.read(folder + "/log") }

    // MARK: the command

    /// Runs the command to its end.
    @discardableResult
    package func windsock(_ arguments: String..., input: String = "") -> ChildProcess.Output {
        do {
            let output = try ChildProcess.run(
                Binaries.path("windsock"), arguments, environment: environment, input: input)
            transcript += output.standardOutput + output.standardError
            return output
        } catch {
            return ChildProcess.Output(status: -1, standardOutput: "", standardError: error.description)
        }
    }

    /// `windsock status --json`, parsed.
    package var status: JSONValue {
        (try? JSONValue(parsing: windsock("status", "--json").standardOutput)) ?? .null
    }

    package func place(_ name: String) -> JSONValue? {
        status["places"]?.array?.first { $0["name"]?.string == name }
    }

    package var reachability: String? { status["reachability"]?["state"]?.string }

    /// Places that have weather of their own.
    package var freshCount: Int {
        status["places"]?.array?.filter { $0["current"]?["temperature_c"]?.number != nil }.count ?? 0
    }

    // MARK: what was stored and asked

    package func attempts() throws -> [AttemptRecord] {
        try StoreReader(path: folder + "/state/windsock.db").attempts(limit: 20_000)
    }

    /// What the service was asked for.
    package func calls(_ path: String = "/data/2.5/weather", _ query: String = "") throws -> [SimulatorProcess
        .Entry]
    {
        try simulator.log().filter { $0.path == path && (query.isEmpty || $0.query.contains(query)) }
    }

    /// Waits until a condition holds, looking every 20 ms, for a minute at most.
    package func until(_ what: String, _ condition: () throws -> Bool) async throws {
        for _ in 0..<3000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure(
            description: "in vain: \(what)\nstatus: \(windsock("status").standardOutput)\nlog: \(log)")
    }
}

/// Where the programs are: as `make build` left them, or beside the tests.
package enum Binaries {
    package static func path(_ name: String) -> String {
        if let folder = getenv("WINDSOCK_BINARIES") { return String(cString: folder) + "/" + name }
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let executable = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The test runner may be the toolchain's; its first argument then names the bundle.
        let candidates = [executable] + CommandLine.arguments
        for candidate in candidates {
            guard let slash = candidate.lastIndex(of: "/") else { continue }
            let path = candidate[..<slash] + "/" + name
            if access(String(path), X_OK) == 0 { return String(path) }
        }
        return name
    }
}
