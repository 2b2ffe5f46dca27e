import Glibc

/// Where windsock keeps its things. Daemon and command work it out by the same rules, so they meet.
package struct Directories: Equatable, Sendable {
    /// Database, lock, key set by `windsock key set`.
    package var state: String
    /// Socket, `status.json`.
    package var runtime: String
    /// The configuration file, which need not exist.
    package var configuration: String

    package init(state: String, runtime: String, configuration: String) {
        self.state = state
        self.runtime = runtime
        self.configuration = configuration
    }

    /// What the command line said; nil where it said nothing.
    package struct Options: Equatable, Sendable {
        package var state: String?
        package var runtime: String?
        package var configuration: String?

        package init(state: String? = nil, runtime: String? = nil, configuration: String? = nil) {
            self.state = state
            self.runtime = runtime
            self.configuration = configuration
        }
    }

    /// For each: the option, windsock's own variable, systemd's (systemd.exec(5)), then root's places or the user's
    /// (XDG base directory specification); a user without XDG_RUNTIME_DIR has `run` in the state directory.
    /// Relative XDG paths are ignored, as the specification says.
    package init(options: Options, environment: [String: String], isRoot: Bool) {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        // systemd lists several directories with colons between them; the first is the unit's main one.
        func first(_ name: String) -> String? {
            environment[name].flatMap { $0.split(separator: ":").first.map { String($0) } }
        }
        func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let home = absolute("HOME") ?? "/"

        let userState = (absolute("XDG_STATE_HOME") ?? home.appending("/.local/state")) + "/windsock"
        state = options.state ?? given("WINDSOCK_STATE_DIR") ?? first("STATE_DIRECTORY")
            ?? (isRoot ? "/var/lib/windsock" : userState)
        let userRuntime = absolute("XDG_RUNTIME_DIR").map { $0 + "/windsock" } ?? state + "/run"
        runtime = options.runtime ?? given("WINDSOCK_RUNTIME_DIR") ?? first("RUNTIME_DIRECTORY")
            ?? (isRoot ? "/run/windsock" : userRuntime)
        let directory = first("CONFIGURATION_DIRECTORY")
            ?? (isRoot ? "/etc/windsock" : (absolute("XDG_CONFIG_HOME") ?? home.appending("/.config")) + "/windsock")
        configuration = options.configuration ?? given("WINDSOCK_CONFIG") ?? directory + "/windsock.conf"
    }

    /// The places of an installed system service.
    package static let system = Directories(
        state: "/var/lib/windsock", runtime: "/run/windsock", configuration: "/etc/windsock/windsock.conf")

    package var database: String { state + "/windsock.db" }
    /// The key that `windsock key set` wrote.
    package var key: String { state + "/api-key" }
    package var socket: String { runtime + "/windsock.sock" }
    package var statusFile: String { runtime + "/status.json" }

    /// The directory of the configuration file.
    package var configurationDirectory: String {
        guard let slash = configuration.lastIndex(of: "/") else { return "." }
        return slash == configuration.startIndex ? "/" : String(configuration[..<slash])
    }
}
