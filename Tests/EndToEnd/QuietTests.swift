import CLinux
import Core
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// What the kernel says of the running daemon: threads, wake-ups, its end.
///
/// Each test makes its own network namespace.
@Suite(
    .enabled(
        if: Namespaces.arePermitted, "network and mount namespaces take root and a kernel that permits them"))
struct QuietTests {
    /// unshare(1) with a network of nothing but a loopback interface that is down, or as `script` makes it.
    ///
    /// What is mounted stays in the namespace: unshare makes the mounts private.
    private func inNamespace(_ script: String) -> [String] {
        ["unshare", "--net", "--mount", "sh", "-euc", script + "\nexec \"$@\"", "sh"]
    }

    @Test func `without a path ten seconds pass without a wake-up, with no thread but loop and store`()
        async throws
    {
        let bench = try Workbench(settings: "[openweathermap]\n")
        TextFile.write("", to: bench.folder + "/windsock.conf")
        try await bench.startDaemon(wrapper: inNamespace(""))
        #expect(bench.windsock("add", "Oslo", "--at", "59.91,10.75").status == 0)
        try await bench.until("no path is published") {
            bench.status["reachability"]?["reason"]?.string == "no_path"
        }
        guard let daemon = bench.daemon else { return }
        // The file of the status follows within a second; then there is nothing left to do.
        try await ProcessFacts.untilAtRest(daemon.identifier)
        let clock = clinux_timerfd_clock_watch()
        defer { close(clock) }
        let before = ProcessFacts.switches(daemon.identifier)
        try await Task.sleep(for: .seconds(10))
        let after = ProcessFacts.switches(daemon.identifier)
        #expect(!before.isEmpty)
        // Each step of the wall clock wakes it, and has to: on a machine that sets it meanwhile this proves nothing.
        var expirations: UInt64 = 0
        if read(clock, &expirations, 8) < 0, errno == ECANCELED {
            Figures.print("not judged: the wall clock of this machine was set within the ten seconds")
        } else {
            #expect(after == before, "context switches by thread")
        }
        let names = ProcessFacts.threads(daemon.identifier)
        #expect(Set(names).isSubset(of: ["windsockd", "windsock-dns", "windsock-store"]), "\(names)")
        #expect(names.count == Set(names).count)
        #expect(bench.stopDaemon() == 0)
    }

    @Test func `SIGTERM ends it while a look-up hangs`() async throws {
        let bench = try Workbench()
        TextFile.write("[reachability]\nprobe_every = 1s\n", to: bench.folder + "/windsock.conf")
        // A route, and a name server that takes every question and never answers.
        TextFile.write("nameserver 10.99.0.1\n", to: bench.folder + "/resolv.conf")
        let script = """
            ip link set lo up
            ip link add quiet0 type veth peer name quiet1
            ip address add 10.99.0.2/24 dev quiet0
            ip link set quiet1 up
            ip link set quiet0 up
            ip neighbour add 10.99.0.1 lladdr 02:00:00:00:00:01 dev quiet0 nud permanent
            ip route add default via 10.99.0.1
            mount --bind \(bench.folder)/resolv.conf /etc/resolv.conf
            """
        try await bench.startDaemon(wrapper: inNamespace(script))
        guard let daemon = bench.daemon else { return }
        try await bench.until("a look-up hangs") {
            ProcessFacts.threads(daemon.identifier).contains("windsock-dns")
        }
        daemon.send(SIGTERM)
        // A second is fifty looks.
        var looks = 0
        while daemon.isRunning, looks < 50 {
            usleep(20_000)
            looks += 1
        }
        #expect(!daemon.isRunning, "still there after a second")
        #expect(bench.stopDaemon() == 0)
        #expect(access(bench.folder + "/run/windsock.sock", F_OK) != 0, "the socket is left behind")
    }
}

/// Whether this machine lets a test make namespaces.
enum Namespaces {
    static let arePermitted: Bool = {
        let output = try? ChildProcess.run("unshare", ["--net", "--mount", "true"])
        return output?.status == 0
    }()
}

/// What /proc says of a process (proc(5)).
enum ProcessFacts {
    private static func tasks(_ identifier: pid_t) -> [String] {
        guard let directory = opendir("/proc/\(identifier)/task") else { return [] }
        defer { closedir(directory) }
        var tasks: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Int(name) != nil { tasks.append("/proc/\(identifier)/task/\(name)") }
        }
        return tasks.sorted()
    }

    static func threads(_ identifier: pid_t) -> [String] {
        tasks(identifier).map {
            TextFile.read($0 + "/comm").split(separator: "\n").first.map(String.init) ?? ""
        }.sorted()
    }

    /// Context switches so far, by thread: each is one wake-up, or a thread that had to make room.
    static func switches(_ identifier: pid_t, _ kind: String = "") -> [String: Int] {
        var switches: [String: Int] = [:]
        for task in tasks(identifier) {
            for line in TextFile.read(task + "/status").split(separator: "\n")
            where line.contains("ctxt_switches") && line.hasPrefix(kind) {
                switches[task, default: 0] += Int(line.split(separator: "\t").last ?? "") ?? 0
            }
        }
        return switches
    }

    /// How often its threads have gone to sleep so far.
    static func sleeps(_ identifier: pid_t) -> Int {
        switches(identifier, "voluntary").values.reduce(0, +)
    }

    /// Waits for two seconds without a switch, thirty at most.
    static func untilAtRest(_ identifier: pid_t) async throws {
        for _ in 0..<15 {
            let before = switches(identifier)
            try await Task.sleep(for: .seconds(2))
            if switches(identifier) == before { return }
        }
    }
}
