import Glibc

/// Other programs, found in PATH.
enum Command {
    struct Failure: Error {
        let code: Int32
    }

    static func exists(_ name: String) -> Bool {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains { access($0 + name, X_OK) == 0 }
    }

    /// Runs one without output; returns its exit code, -1 when a signal ended it.
    static func run(_ program: String, _ arguments: [String]) throws(Failure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var vector = ([program] + arguments).map { strdup($0) }
        defer { for text in vector { free(text) } }
        vector.append(nil)
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, nil, vector, environ)
        guard code == 0 else { throw Failure(code: code) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
}
