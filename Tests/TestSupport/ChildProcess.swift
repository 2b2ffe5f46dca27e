import EventLoop
package import Glibc

/// A program that a test has started: ended by `stop` or, at the latest, when this object goes.
package final class ChildProcess: Sendable {
    /// What a program that has ended left behind.
    package struct Output: Equatable, Sendable {
        package var status: Int32
        package var standardOutput: String
        package var standardError: String

        package init(status: Int32, standardOutput: String, standardError: String) {
            self.status = status
            self.standardOutput = standardOutput
            self.standardError = standardError
        }
    }

    /// Why it could not be started, or did not do what it is there for.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package let identifier: pid_t
    /// nil until it has ended and somebody has looked.
    private let status = Lock<Int32?>(nil)

    /// Starts `program`, found on PATH unless it has a slash, with exactly this environment besides PATH.
    ///
    /// Standard input is `input` or /dev/null; output and errors are appended to files.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: String? = nil,
        output: String = "/dev/null", errors: String = "/dev/null"
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // Signals that the test process blocks or ignores are none of the program's business.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var ignored = none
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var variables = environment
        variables["PATH"] = variables["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
        let words = ([program] + arguments).map { strdup($0) }
        let settings = variables.map { strdup($0.key + "=" + $0.value) }
        defer { for text in words + settings { free(text) } }
        var child = pid_t()
        let code = posix_spawnp(&child, program, &actions, &attributes, words + [nil], settings + [nil])
        guard code == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(code)))") }
        identifier = child
    }

    deinit {
        stop(SIGKILL)
    }

    /// Sends a signal and waits for the end, five seconds at most, then kills; returns the exit status, 128 and the signal
    /// for a death by one.
    @discardableResult
    package func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        if let status = reap() { return status }
        send(signal)
        for _ in 0..<250 {
            if let status = reap() { return status }
            usleep(20_000)
        }
        send(SIGKILL)
        return wait()
    }

    /// Sends a signal without waiting.
    package func send(_ signal: Int32) {
        // Under the lock: once it is reaped, its identifier may be another program's.
        status.withLock { if $0 == nil { kill(identifier, signal) } }
    }

    /// Waits for the end.
    @discardableResult
    package func wait() -> Int32 {
        if let status = reap() { return status }
        // Only looks, and without the lock, for which another thread's `send` would wait as long.
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return reap() ?? -1
    }

    /// Whether it still runs.
    package var isRunning: Bool { reap() == nil }

    /// The exit status when it has ended.
    private func reap() -> Int32? {
        status.withLock { status in
            var raw: Int32 = 0
            if status == nil, waitpid(identifier, &raw, WNOHANG) == identifier {
                status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + raw & 0x7F
            }
            return status
        }
    }

    /// Runs a program to its end and returns what it wrote.
    package static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
    ) throws(Failure) -> Output {
        // No TestDirectory, which takes a program of its own to be removed.
        var template = Array("/tmp/windsock-run-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: errno \(errno)") }
        let folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        let files = (input: folder + "/in", output: folder + "/out", errors: folder + "/err")
        defer {
            for file in [files.input, files.output, files.errors] { unlink(file) }
            rmdir(folder)
        }
        TextFile.write(input, to: files.input)
        let child = try ChildProcess(
            program, arguments, environment: environment, input: files.input, output: files.output,
            errors: files.errors)
        let status = child.wait()
        return Output(
            status: status, standardOutput: TextFile.read(files.output),
            standardError: TextFile.read(files.errors))
    }
}
