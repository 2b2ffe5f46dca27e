import Control
import Core
import Glibc
import Store

/// What a verb works with: where things are, how to show them, what time it is.
package struct Session {
    let directories: Directories
    let terminal: Terminal
    let units: UnitSystem
    let isJSON: Bool
    let now: UnixTime
    var output: Output

    /// The options of every verb, and this process's surroundings.
    init(_ invocation: Invocation) {
        let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
        directories = Session.directories(invocation, environment)
        terminal = Terminal.current(environment: environment)
        units = invocation.value("units").flatMap(UnitSystem.init(rawValue:)) ?? .metric
        isJSON = invocation.has("json")
        now = UnixTime(seconds: Int64(time(nil)))
        output = Output(descriptor: STDOUT_FILENO, isASCII: terminal.isASCII)
    }

    /// A user without a windsock of their own means the system's.
    private static func directories(
        _ invocation: Invocation, _ environment: (String) -> String?
    ) -> Directories {
        let options = Directories.Options(
            state: invocation.value("state-dir"), runtime: invocation.value("runtime-dir"),
            configurationFile: invocation.value("config"))
        let isRoot = geteuid() == 0
        let own = Directories.resolved(options, isRoot: isRoot, environment: environment)
        let isNamed = options.state != nil || options.runtime != nil
        guard !isRoot, !isNamed,
            ["WINDSOCK_STATE_DIR", "WINDSOCK_RUNTIME_DIR", "STATE_DIRECTORY"]
                .allSatisfy({ (environment($0) ?? "").isEmpty }), access(own.state, F_OK) != 0
        else { return own }
        var system = Directories.system
        if options.configurationFile != nil || !(environment("WINDSOCK_CONFIG") ?? "").isEmpty {
            system.configurationFile = own.configurationFile
        }
        return system
    }

    /// The command that starts the daemon these directories belong to.
    var startCommand: String {
        directories.state == Directories.system.state ? "systemctl start windsockd" : "windsockd"
    }

    // MARK: the daemon and the store

    /// The daemon; nil when it is not running.
    func agentIfRunning() throws(CommandError) -> ControlClient? {
        do throws(ControlClientError) {
            return try ControlClient(path: directories.socket)
        } catch .notRunning {
            return nil
        } catch {
            throw .agent(error)
        }
    }

    func agent() throws(CommandError) -> ControlClient {
        guard let client = try agentIfRunning() else { throw .notRunning(start: startCommand) }
        return client
    }

    /// The database, for reading.
    func reader() throws(CommandError) -> StoreReader {
        do throws(StoreError) {
            return try StoreReader(path: directories.database)
        } catch .missing(let path) {
            throw .nothingStored(path: path, start: startCommand)
        } catch {
            throw .store(error)
        }
    }

    // MARK: saying things

    /// One JSON object, with the version of its shape first.
    mutating func json(_ members: (inout JSONWriter) -> Void) throws(CommandError) {
        var json = JSONWriter()
        json.object { json in
            json.member("schema", StatusReport.schema)
            members(&json)
        }
        try output.line(json.text)
    }

    /// A line on standard error that is no error.
    func remark(_ text: String) {
        Session.standardError("windsock: " + text + "\n")
    }

    static func standardError(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Calls the daemon and turns what it throws into the command's error.
func asking<Result>(_ body: () throws(ControlClientError) -> Result) throws(CommandError) -> Result {
    do throws(ControlClientError) {
        return try body()
    } catch {
        throw .agent(error)
    }
}

/// Reads the store and turns what it throws into the command's error.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(CommandError) -> Result {
    do throws(StoreError) {
        return try body()
    } catch {
        throw .store(error)
    }
}
