import Core
import Glibc
import TestSupport

/// A machine booted by the real systemd, with the package as `make deb` built it: scripts/machine.
///
/// It and everything in it ends with this object.
final class Machine {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A key of the service's stand-in.
    static let key = "machine0123456789abcdef012345678"

    /// Why there can be no machine here; nil when there can.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "needs root, for namespaces of all kinds" }
        for (path, package) in [("/lib/systemd/systemd", "systemd"), ("/usr/bin/dbus-daemon", "dbus")]
        where access(path, X_OK) != 0 {
            return "needs \(path); hint: make deps-test (\(package))"
        }
        guard TextFile.read("/proc/self/mountinfo").contains(" - cgroup2 ") else {
            return "no cgroup2 file system is mounted here, and systemd cannot do without"
        }
        guard package != nil else { return "there is no package; hint: make deb" }
        let trial = try? ChildProcess.run(
            "timeout",
            ["10", "unshare", "--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup", "--fork", "true"])
        guard trial?.status == 0 else {
            return "namespaces are not permitted: \(trial?.standardError ?? "no unshare(1)")"
        }
        return nil
    }()

    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/")
    }()

    static let package: String? = {
        let names = (try? ChildProcess.run("ls", ["-t", root + "/.build"]).standardOutput) ?? ""
        let name = names.split(separator: "\n").first {
            $0.hasPrefix("windsock_\(Release.version)_") && $0.hasSuffix(".deb")
        }
        return name.map { root + "/.build/" + $0 }
    }()

    private let folder: TestDirectory
    private let process: ChildProcess
    private let initIdentifier: String

    /// Boots and waits until systemd has started everything.
    ///
    /// With `isInstalled` the package was there before the boot; else it lies in /opt/windsock.deb.
    init(isInstalled: Bool = true) async throws {
        folder = TestDirectory()
        guard let package = Machine.package else { throw Failure(description: "no package") }
        let copy = folder.file("windsock.deb")
        _ = try ChildProcess.run("cp", [package, copy])
        let simulator = Machine.root + "/.build/release/windsock-simulator"
        let files = isInstalled ? ["--install", copy, simulator] : [simulator, copy]
        process = try ChildProcess(
            Machine.root + "/scripts/machine", files, output: folder.file("out"), errors: folder.file("log"))
        var identifier: Substring?
        for _ in 0..<1500 where identifier == nil && process.isRunning {
            try await Task.sleep(for: .milliseconds(20))
            let line = folder.read("out").split(separator: "\n").first { $0.hasPrefix("init ") }
            identifier = line?.dropFirst("init ".count)
        }
        guard let identifier, UInt32(identifier) != nil else {
            throw Failure(description: "no machine: \(folder.read("out")) \(folder.read("log"))")
        }
        initIdentifier = String(identifier)
        try await until("systemd has booted") {
            ["running", "degraded"].contains(shell("systemctl is-system-running").text)
        }
    }

    deinit {
        process.stop()
    }

    /// What a script left behind.
    struct Result {
        var status: Int32
        /// Standard output without the last newline.
        var text: String
        var errors: String
    }

    /// Runs a shell script inside as root or as `user`, for a minute at most.
    @discardableResult
    func shell(_ script: String, as user: String? = nil, input: String = "") -> Result {
        var words = ["60", "nsenter", "--all", "--target", initIdentifier, "--"]
        if let user { words += ["setpriv", "--reuid", user, "--regid", user, "--init-groups"] }
        words += [
            "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "SYSTEMD_PAGER=",
            "HOME=/root", "sh", "-euc", script,
        ]
        do {
            let output = try ChildProcess.run("timeout", words, input: input)
            var text = output.standardOutput
            if text.hasSuffix("\n") { text.removeLast() }
            return Result(status: output.status, text: text, errors: output.standardError)
        } catch {
            return Result(status: -1, text: "", errors: error.description)
        }
    }

    /// A property of the service, as systemctl(1) shows it.
    func property(_ name: String) -> String {
        shell("systemctl show windsockd --property \(name) --value").text
    }

    /// `windsock status --json`, parsed.
    var status: JSONValue { (try? JSONValue(parsing: shell("windsock status --json").text)) ?? .null }

    var journal: String { shell("journalctl --unit windsockd --output cat --no-pager").text }

    /// Places that have weather.
    var freshCount: Int {
        status["places"]?.array?.filter { $0["current"]?["temperature_c"]?.number != nil }.count ?? 0
    }

    /// Writes windsock.conf.
    func configure(_ text: String) {
        shell("cat >/etc/windsock/windsock.conf", input: text)
    }

    /// Writes a drop-in of the service and has systemd read it.
    func override(_ settings: String) {
        shell(
            "mkdir -p /etc/systemd/system/windsockd.service.d; "
                + "cat >/etc/systemd/system/windsockd.service.d/test.conf; systemctl daemon-reload",
            input: settings)
    }

    /// Starts the stand-in for the service on the machine's loopback interface and points the agent at it.
    func startSimulator() async throws {
        shell(
            "systemd-run --unit simulator /opt/windsock-simulator --listen 127.0.0.1:8080 --key \(Machine.key)"
        )
        try await until("the simulator listens") {
            shell("ss -Hltn 'sport = :8080'").text.contains("8080")
        }
        configure("[openweathermap]\napi = http://127.0.0.1:8080\n[reachability]\nprobe_every = 1s\n")
        shell("systemctl restart windsockd")
    }

    /// Waits until a condition holds, looking five times a second, for a minute at most.
    func until(_ what: String, _ condition: () throws -> Bool) async throws {
        for _ in 0..<300 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(200))
        }
        throw Failure(
            description: "in vain: \(what)\n"
                + shell("systemctl status windsockd; windsock status; journalctl --no-pager --lines 40").text
                + folder.read("log"))
    }
}
