import Control
import Core
import EventLoop
import Glibc
import TestSupport

extension ControlAuthority {
    /// Takes the test's own user for one who may change.
    static let everybody = ControlAuthority(daemonUser: getuid(), group: nil, groupName: nil)
    /// Takes everybody, root too, for a reader.
    static let nobody = ControlAuthority(users: [], group: nil, need: "this takes more")
}

/// Runs a server on a socket of its own while `body` runs, and `body` off the loop, so that it may block.
func withServer<Result: Sendable>(
    _ agent: ScriptedAgent = ScriptedAgent(), authority: ControlAuthority = .everybody,
    limits: ControlLimits = ControlLimits(),
    _ body: (_ path: String, _ server: ControlServer) async throws -> Result
) async throws -> Result {
    let directory = TestDirectory()
    defer { withExtendedLifetime(directory) {} }
    let path = directory.file("windsock.sock")
    let server = try await onLoop { () throws(ControlBindError) in
        try ControlServer(
            path: path, authority: authority, service: agent,
            identity: ServiceIdentity(version: "0.1.0", url: "https://windsock.example"), limits: limits)
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        // As in the agent, nothing of the server runs on the pool's threads, which blocking clients may hold.
        group.addTask(executorPreference: EventLoop.shared.taskExecutor) { await server.run() }
        defer { group.cancelAll() }
        return try await body(path, server)
    }
}
