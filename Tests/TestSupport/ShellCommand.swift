package import Glibc

/// Runs programs for tests; blocks the calling thread.
package enum ShellCommand {
    /// What went wrong, with the exit status.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Starts a program found on PATH without waiting for it; its output goes to `log`.
    package static func start(_ arguments: [String], log: String = "/dev/null") throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Neither the signals this thread blocks nor those the tests ignore are the program's.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var pid = pid_t()
        let texts = arguments.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var words = texts + [nil]
        let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
        let code = path.withCString { path -> Int32 in
            var environment: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: path), nil]
            return posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, &environment)
        }
        guard code == 0 else { throw Failure(description: "\(arguments[0]): errno \(code)") }
        return pid
    }

    /// Ends a program that `start` started, and waits for its end.
    package static func stop(_ pid: pid_t) {
        kill(pid, SIGTERM)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
    }

    /// Runs a shell script to its end.
    package static func run(_ script: String) throws(Failure) {
        let pid = try start(["sh", "-euc", script])
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        guard status == 0 else { throw Failure(description: "status \(status) of: \(script)") }
    }
}
