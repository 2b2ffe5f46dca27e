import Core
import EventLoop
import Glibc
import TestSupport

/// The real program, run in directories of its own with a small, known environment.
struct Windsock: Sendable {
    struct Outcome: Equatable, Sendable {
        var code: Int32
        var output: String
        var errors: String
    }

    let directory = TestDirectory()
    private let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]

    init() {
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
        let result: Result<ChildProcess.Output, any Error> = await withCheckedContinuation { continuation in
            thread.submit {
                continuation.resume(
                    returning: Result {
                        try ChildProcess.run(program, words, environment: environment, input: input)
                    })
            }
        }
        let output = try result.get()
        return Outcome(
            code: output.status, output: output.standardOutput, errors: output.standardError)
    }
}
