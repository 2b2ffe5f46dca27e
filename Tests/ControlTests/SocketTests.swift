import Control
import Core
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct SocketTests {
    private func bindServer(_ path: String) async throws(ControlBindError) -> ControlServer {
        try await onLoop { () throws(ControlBindError) in
            try ControlServer(
                path: path, authority: .everybody, service: ScriptedAgent(),
                identity: ServiceIdentity(version: "0"))
        }
    }

    private func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test func `the socket is open to everybody and gone when the server stops`() async throws {
        let path = try await withServer { path, _ in
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(status.st_mode == S_IFSOCK | 0o666)
            return path
        }
        #expect(!isThere(path))
    }

    @Test func `a socket that a dead process left is replaced`() async throws {
        let directory = TestDirectory()
        let path = directory.file("stale.sock")
        try makeSocketFile(path)
        let server = try await bindServer(path)
        #expect(throws: Never.self) { try RawClient(path) }
        await stop(server)
    }

    @Test func `a socket on which somebody answers is left alone`() async throws {
        try await withServer { path, _ in
            await #expect(throws: ControlBindError.inUse(path: path)) { try await bindServer(path) }
            let status = try ControlClient(path: path).status()
            #expect(status == Samples.status)
        }
    }

    @Test func `a file in the socket's place is left alone`() async throws {
        let directory = TestDirectory()
        let path = directory.file("precious")
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        await #expect(throws: ControlBindError.notASocket(path: path)) { try await bindServer(path) }
        #expect(isThere(path))
        #expect(throws: ControlClientError.self) { try ControlClient(path: path) }
    }

    @Test func `the directory must exist`() async throws {
        let path = TestDirectory().file("missing/windsock.sock")
        await #expect(throws: ControlBindError.noDirectory(path: path)) { try await bindServer(path) }
    }

    @Test func `a socket that another server has bound meanwhile is not removed`() async throws {
        let directory = TestDirectory()
        let path = directory.file("windsock.sock")
        let first = try await bindServer(path)
        unlink(path)
        let second = try await bindServer(path)
        await stop(first)
        #expect(isThere(path))
        await stop(second)
        #expect(!isThere(path))
    }

    private func stop(_ server: ControlServer) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: EventLoop.shared.taskExecutor) { await server.run() }
            group.cancelAll()
        }
    }

    @Test func `a path longer than an address holds works on both ends`() async throws {
        let directory = TestDirectory()
        let deep = directory.file(String(repeating: "d", count: 150))
        #expect(mkdir(deep, 0o755) == 0)
        let path = deep + "/windsock.sock"
        let server = try await bindServer(path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: EventLoop.shared.taskExecutor) { await server.run() }
            let status = try ControlClient(path: path).status()
            #expect(status == Samples.status)
            group.cancelAll()
        }
        #expect(!isThere(path))
    }

    @Test func `a client without a server is told so`() throws {
        let directory = TestDirectory()
        #expect(throws: ControlClientError.notRunning) { try ControlClient(path: directory.file("none")) }
        try makeSocketFile(directory.file("dead.sock"))
        #expect(throws: ControlClientError.notRunning) {
            try ControlClient(path: directory.file("dead.sock"))
        }
        #expect(throws: ControlClientError.notASocket) {
            try ControlClient(path: "/dev/null/windsock.sock")
        }
    }

    @Test func `the seventeenth client is told to come back, and can when one has left`() async throws {
        try await withServer { path, server in
            var clients = try (0..<16).map { _ in try ControlClient(path: path) }
            for client in clients { #expect(try client.status() == Samples.status) }
            let expected = ControlClientError.refused(.tryAgain(reason: "windsockd has 16 clients already"))
            #expect(throws: expected) { try ControlClient(path: path).status() }
            clients.removeLast()
            while await onLoop({ server.clientCount }) == 16 { await Task.yield() }
            #expect(try ControlClient(path: path).status() == Samples.status)
        }
    }

    /// Leaves a socket file on which nobody listens.
    private func makeSocketFile(_ path: String) throws {
        guard mknod(path, S_IFSOCK | 0o666, 0) == 0 else { throw SystemCallFailure(call: "mknod") }
    }
}
