import Core
import EventLoop
import Glibc
import TestSupport
import Testing

/// The real daemon and a stand-in for systemd: what it is told, and when.
@Suite struct NotificationTests {
    private let folder = TestDirectory()
    private let manager: StandInManager

    init() {
        manager = StandInManager(in: folder)
        folder.write("[openweathermap]\napi = http://127.0.0.1:1\n", to: "windsock.conf")
    }

    private func start(_ extra: [String: String] = [:]) throws -> ChildProcess {
        let environment = [
            "NOTIFY_SOCKET": manager.address, "WINDSOCK_STATE_DIR": folder.file("state"),
            "WINDSOCK_RUNTIME_DIR": folder.file("run"), "WINDSOCK_CONFIG": folder.file("windsock.conf"),
        ]
        let folder =
            getenv("WINDSOCK_BINARIES").map { String(cString: $0) } ?? Machine.root + "/.build/release"
        return try ChildProcess(
            folder + "/windsockd", environment: environment.merging(extra) { $1 },
            errors: self.folder.file("log"))
    }

    /// All lines until one fulfils the condition, waiting half a minute at most.
    private func lines(until isLast: (String) -> Bool) async throws -> [String] {
        var lines: [String] = []
        for _ in 0..<1500 {
            lines += manager.messages().flatMap { $0 }
            if lines.contains(where: isLast) { return lines }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("in vain; so far: \(lines)\n\(folder.read("log"))")
        return lines
    }

    @Test func `it is ready with its state, says when it reloads and when it stops`() async throws {
        let daemon = try start()
        let first = try await lines { $0.hasPrefix("STATUS=offline") }
        #expect(first.first == "READY=1")
        #expect(first.contains { $0.hasPrefix("STATUS=offline") && $0.hasSuffix(", 0 places") })
        #expect(!first.contains("WATCHDOG=1"))

        let before = MonotonicClock.now
        daemon.send(SIGHUP)
        let reload = try await lines { $0 == "READY=1" }
        let beginning = try #require(reload.firstIndex(of: "RELOADING=1"))
        let end = try #require(reload.firstIndex(of: "READY=1"))
        #expect(beginning < end)
        // systemd compares it with its own clock to know that the notice belongs to its own request.
        let stamp = reload.compactMap { $0.hasPrefix("MONOTONIC_USEC=") ? Int64($0.dropFirst(15)) : nil }
            .first
        let time = Duration.microseconds(try #require(stamp))
        #expect(time >= before - .microseconds(1) && time <= MonotonicClock.now)

        #expect(daemon.stop() == 0)
        #expect(manager.messages().flatMap { $0 }.contains("STOPPING=1"))
    }

    @Test func `it reports at half the watchdog's time, unless that is somebody else's`() async throws {
        let daemon = try start(["WATCHDOG_USEC": "200000"])
        var reports = 0
        while reports < 5 {
            let new = try await lines { $0 == "WATCHDOG=1" }.filter { $0 == "WATCHDOG=1" }.count
            try #require(new > 0)
            reports += new
        }
        daemon.stop()

        let other = try start(["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"])
        _ = try await lines { $0.hasPrefix("STATUS=offline") }
        #expect(other.stop() == 0)
        #expect(!manager.messages().flatMap { $0 }.contains("WATCHDOG=1"))
    }

    @Test func `lines have a priority where the journal listens, and a time where it does not`() async throws
    {
        var status = stat()
        folder.write("", to: "log")
        try #require(stat(folder.file("log"), &status) == 0)
        // An inherited name of another stream is not ours.
        for (stream, isJournal) in [
            ("\(status.st_dev):\(status.st_ino)", true), ("\(status.st_dev):\(status.st_ino + 1)", false),
        ] {
            let daemon = try start(["JOURNAL_STREAM": stream])
            _ = try await lines { $0 == "READY=1" }
            daemon.stop()
            let log = folder.read("log").split(separator: "\n")
            #expect(!log.isEmpty)
            #expect(log.allSatisfy { $0.hasPrefix("<") == isJournal }, "\(log)")
            truncate(folder.file("log"), 0)
        }
    }

    @Test func `a credential is a source of the key`() async throws {
        mkdir(folder.file("credentials"), 0o700)
        folder.write("credential0123456789\n", to: "credentials/api-key")
        chmod(folder.file("credentials/api-key"), 0o400)
        let daemon = try start(["CREDENTIALS_DIRECTORY": folder.file("credentials")])
        _ = try await lines { $0.hasPrefix("STATUS=offline") }
        let report = try #require(
            (try? JSONValue(parsing: TextFile.read(folder.file("run/status.json"))))?["key"])
        #expect(report["source"]?.string == "credential")
        #expect(daemon.stop() == 0)
        #expect(!folder.read("log").contains("credential0123456789"))
    }
}
