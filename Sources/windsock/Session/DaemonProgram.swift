import Control
import Core
import Glibc

/// `windsockd --diagnose`, run by `windsock check` while no daemon runs: what looks at the network is not linked here.
struct DaemonProgram {
    /// What it found, and its exit code.
    struct Diagnosis {
        var lines: [DiagnosisLine]
        var status: Int32
    }

    private let path: String

    /// More output than this is no diagnosis.
    private static let outputLimit = 1 << 20

    /// The program beside this one, or in the directories where `make install` and the package put it; nil when there is
    /// none.
    init?() {
        var buffer: [CChar] = Array(repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = FilePath.parts(own).directory ?? ""
        let places = [
            "\(folder)/windsockd", "\(folder)/../sbin/windsockd", "/usr/local/sbin/windsockd",
            "/usr/sbin/windsockd",
        ]
        guard let path = places.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
    }

    /// Nil when it says nothing that can be understood.
    func diagnose(_ directories: Directories) -> Diagnosis? {
        let words = [
            path, "--diagnose", "--json", "--state-dir", directories.state, "--runtime-dir",
            directories.runtime, "--config", directories.configurationFile,
        ]
        guard let (output, status) = DaemonProgram.run(words), let json = try? JSONValue(parsing: output),
            let values = json["lines"]?.array
        else { return nil }
        let lines = values.compactMap { try? DiagnosisLine(reading: ObjectReader($0)) }
        return lines.isEmpty ? nil : Diagnosis(lines: lines, status: status)
    }

    /// Runs a program to its end with this one's environment and standard error.
    private static func run(_ words: [String]) -> (output: [UInt8], status: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addclose(&actions, reading)
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in arguments { free(pointer) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        close(writing)
        guard code == 0 else { return nil }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while output.count < outputLimit {
            let count = read(reading, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[..<count]
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and WEXITSTATUS of wait(2).
        return (output, status & 0x7F == 0 ? (status >> 8) & 0xFF : -1)
    }
}
