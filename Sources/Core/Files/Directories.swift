/// Where state, the socket and the configuration live.
///
/// The daemon and the command find them by the same rules.
package struct Directories: Equatable, Sendable {
    package var state: String
    package var runtime: String
    package var configuration: String
    /// The configuration file.
    ///
    /// `windsock.conf` in `configuration` unless it was named itself.
    package var configurationFile: String

    package init(state: String, runtime: String, configuration: String, configurationFile: String) {
        self.state = state
        self.runtime = runtime
        self.configuration = configuration
        self.configurationFile = configurationFile
    }

    /// What was asked for on the command line.
    package struct Options: Equatable, Sendable {
        package var state: String?
        package var runtime: String?
        package var configurationFile: String?

        package init(state: String? = nil, runtime: String? = nil, configurationFile: String? = nil) {
            self.state = state
            self.runtime = runtime
            self.configurationFile = configurationFile
        }
    }

    package static let system = Directories(
        state: "/var/lib/windsock", runtime: "/run/windsock", configuration: "/etc/windsock",
        configurationFile: "/etc/windsock/windsock.conf")

    /// Each directory from the first source that names it: option, `WINDSOCK_STATE_DIR`,
    /// `WINDSOCK_RUNTIME_DIR` and `WINDSOCK_CONFIG` (a file), systemd's variables (of a list the first), then
    /// root's system directories or the user's XDG ones.
    ///
    /// When the state directory was named and the runtime directory was not, the socket is looked for in
    /// `<state>/run`, so that a command never edits the list of one daemon while it talks to another. Empty
    /// variables count as unset, and so do relative XDG ones, as the XDG Base Directory Specification asks. A
    /// user without HOME gets the system's.
    package static func resolved(
        _ options: Options, isRoot: Bool, environment: (String) -> String?
    ) -> Directories {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        func systemd(_ name: String) -> String? {
            variable(name).flatMap { $0.split(separator: ":").first.map(String.init) }
        }
        func absolute(_ name: String) -> String? {
            variable(name).flatMap { FilePath.isAbsolute($0) ? $0 : nil }
        }

        let home = isRoot ? nil : absolute("HOME")
        let namedState = options.state ?? variable("WINDSOCK_STATE_DIR")
        let state =
            namedState ?? systemd("STATE_DIRECTORY")
            ?? home.map { (absolute("XDG_STATE_HOME") ?? $0 + "/.local/state") + "/windsock" } ?? system.state
        let runtime =
            options.runtime ?? variable("WINDSOCK_RUNTIME_DIR") ?? namedState.map { $0 + "/run" }
            ?? systemd("RUNTIME_DIRECTORY")
            ?? home.map { _ in absolute("XDG_RUNTIME_DIR").map { $0 + "/windsock" } ?? state + "/run" }
            ?? system.runtime
        let configuration =
            systemd("CONFIGURATION_DIRECTORY")
            ?? home.map { (absolute("XDG_CONFIG_HOME") ?? $0 + "/.config") + "/windsock" }
            ?? system.configuration
        let file = options.configurationFile ?? variable("WINDSOCK_CONFIG")
        return Directories(
            state: state, runtime: runtime,
            configuration: file.map { FilePath.parts($0).directory ?? "." } ?? configuration,
            configurationFile: file ?? configuration + "/windsock.conf")
    }

    package var database: String { state + "/windsock.db" }
    package var key: String { state + "/api-key" }
    package var socket: String { runtime + "/windsock.sock" }
}
