import Glibc

/// A program run to its end, both outputs in one file.
enum Program {
    /// Runs `command` with the shell in `directory` and returns its exit status and what it wrote.
    ///
    /// It is ended by timeout(1), with status 124, when it takes longer than `seconds`.
    static func run(_ command: String, in directory: String, seconds: Int) throws -> (
        status: Int32, text: String
    ) {
        let output = directory + "/output-of-program"
        let script = "cd '\(directory)' && exec timeout \(seconds) sh -c \"$0\" >'\(output)' 2>&1 </dev/null"
        let arguments: [String] = ["/bin/sh", "-c", script, command]
        let words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", nil, nil, words + [nil], environ) == 0 else {
            throw SystemFailure(call: "posix_spawn")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        return (code, contents(output))
    }

    private static func contents(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
