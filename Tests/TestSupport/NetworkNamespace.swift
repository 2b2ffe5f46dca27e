import EventLoop
import Glibc

/// A network namespace of its own, with a loopback that is up; removed with this object.
///
/// Needs root (ip-netns(8)).
package final class NetworkNamespace: Sendable {
    package static var isPossible: Bool { geteuid() == 0 && access("/var/run", W_OK) == 0 }

    package let name: String

    package init() throws {
        var generator = SystemRandomNumberGenerator()
        name = "windsock-test-" + String(generator.next(), radix: 36)
        try ShellCommand.run("ip netns add \(name); ip -n \(name) link set lo up")
    }

    deinit {
        try? ShellCommand.run("ip netns del \(name)")
    }

    /// Runs ip(8) commands inside, one a line, without blocking the caller's thread.
    package func run(_ commands: String) async throws {
        let directory = TestDirectory()
        directory.write(commands + "\n", to: "batch")
        let script = "ip -n \(name) -batch '\(directory.file("batch"))'"
        let result = await withCheckedContinuation { continuation in
            WorkerThread(name: "test-netns").submit {
                continuation.resume(
                    returning: Result { () throws(ChildProcess.Failure) in try ShellCommand.run(script) })
            }
        }
        try result.get()
    }

    /// The words before a program's that make it run inside (nsenter(1)).
    package var entering: [String] { ["nsenter", "--net=/var/run/netns/\(name)"] }

    /// Starts a program inside; its output and its errors go to `log`.
    package func start(
        _ program: String, _ arguments: [String], log: String
    ) throws(ChildProcess.Failure) -> ChildProcess {
        try ChildProcess(
            entering[0], entering.dropFirst() + [program] + arguments, output: log, errors: log)
    }

    /// Runs a shell script inside, without blocking the caller's thread.
    package func shell(_ script: String) async throws {
        let command = "\(entering.joined(separator: " ")) sh -euc '\(script)'"
        let result = await withCheckedContinuation { continuation in
            WorkerThread(name: "test-netns").submit {
                continuation.resume(
                    returning: Result { () throws(ChildProcess.Failure) in try ShellCommand.run(command) })
            }
        }
        try result.get()
    }

    /// Runs `body` inside, on a thread that ends afterwards (setns(2)).
    package func enter<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        let path = "/var/run/netns/\(name)"
        return await withCheckedContinuation { continuation in
            WorkerThread(name: "test-netns").submit {
                typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
                // Not in the Glibc module, as it needs _GNU_SOURCE.
                guard let symbol = dlsym(nil, "setns") else { preconditionFailure("no setns") }
                let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                let entered = unsafeBitCast(symbol, to: SetNamespace.self)(descriptor, 0)
                precondition(entered == 0, "setns: errno \(errno)")
                close(descriptor)
                continuation.resume(returning: body())
            }
        }
    }
}
