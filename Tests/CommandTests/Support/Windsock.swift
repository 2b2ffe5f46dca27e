import Core
import EventLoop
import Glibc

/// The real program, run in directories of its own with a small, known environment.
struct Windsock: Sendable {
    struct Outcome: Equatable, Sendable {
        var code: Int32
        var output: String
        var errors: String
    }

    let directory: TemporaryDirectory
    var environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC"]

    init() throws {
        directory = try TemporaryDirectory()
        mkdir(state, 0o755)
        mkdir(state + "/run", 0o755)
    }

    var state: String { directory.file("state") }
    var directories: Directories {
        Directories.resolved(.init(state: state), isRoot: false) { _ in nil }
    }

    /// The program beside this test's own.
    static let path: String = {
        var buffer: [CChar] = Array(repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/windsock"
    }()

    /// Runs it with these words and waits for its end.
    func callAsFunction(_ words: String..., input: String = "") async throws -> Outcome {
        try await run(words, input: input)
    }

    func run(_ words: [String], input: String = "") async throws -> Outcome {
        try await spawn(Windsock.path, ["--state-dir", state] + words, input: input)
    }

    /// Runs a script with bash.
    func shell(_ script: String) async throws -> Outcome {
        try await spawn("/bin/bash", ["-c", script], input: "")
    }

    /// Waits on a thread of its own: the pool's few threads are what a server in this process starts on.
    private func spawn(_ program: String, _ words: [String], input: String) async throws -> Outcome {
        let thread = WorkerThread(name: "windsock-test")
        let result: Result<Outcome, any Error> = await withCheckedContinuation { continuation in
            thread.submit {
                continuation.resume(returning: Result { try runAndWait(program, words, input: input) })
            }
        }
        return try result.get()
    }

    private func runAndWait(_ program: String, _ words: [String], input: String) throws -> Outcome {
        let call = try TemporaryDirectory()
        try write(input, to: call.file("in"))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, call.file("in"), O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, call.file("out"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, call.file("err"), O_WRONLY | O_CREAT, 0o600)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process = pid_t()
        guard posix_spawn(&process, program, &actions, nil, &arguments, &variables) == 0 else {
            throw SystemFailure(call: "posix_spawn " + program)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // A signal counts as what a shell reports for it.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Outcome(
            code: code, output: try contents(of: call.file("out")), errors: try contents(of: call.file("err"))
        )
    }
}
