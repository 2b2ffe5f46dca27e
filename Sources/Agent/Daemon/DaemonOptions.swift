package import Core

/// The command line of windsockd.
package struct DaemonOptions: Equatable, Sendable {
    package enum Mode: Equatable, Sendable {
        case run
        case checkConfiguration
        /// With its result as JSON, for `windsock check`.
        case diagnose(json: Bool)
        case version
        case help
    }

    package var mode = Mode.run
    package var directories = Directories.Options()

    /// What is wrong with a command line, and the hint.
    package struct Fault: Error, Equatable, Sendable {
        package var what: String
        package var hint: String
    }

    package static let help = """
        Usage: windsockd [OPTION…]
        Keeps the weather of a watch list of cities; see windsock --help for looking at it.

          --state-dir DIR     database, lock and key; default /var/lib/windsock, or ~/.local/state/windsock
          --runtime-dir DIR   control socket and status.json; default /run/windsock, or $XDG_RUNTIME_DIR/windsock
          --config FILE       default /etc/windsock/windsock.conf, or ~/.config/windsock/windsock.conf
          --check-config      read the configuration, say what is wrong with it, and exit
          --diagnose          look at every layer from the configuration to the service once, say which is the
                              first that fails, and exit; with --json for programs
          --version           print the version and exit
          --help              print this and exit

        """

    /// Parses the arguments behind the program's name.
    package init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        var isJSON = false
        while let argument = rest.popFirst() {
            let parts = argument.cut(at: "=")
            let name = parts?.before ?? argument
            var value = parts?.after
            switch name {
            case "--check-config", "--diagnose", "--json", "--version", "--help":
                guard value == nil else { throw Fault(what: "\(name) takes no value", hint: name) }
                if name == "--json" { isJSON = true } else { mode = DaemonOptions.mode(name) }
            case "--state-dir", "--runtime-dir", "--config":
                value = value ?? rest.popFirst()
                guard let value, !value.isEmpty else {
                    throw Fault(what: "\(name) needs a value", hint: "windsockd --help")
                }
                if name == "--state-dir" { directories.state = value }
                if name == "--runtime-dir" { directories.runtime = value }
                if name == "--config" { directories.configurationFile = value }
            default:
                throw Fault(what: "there is no option \"\(argument.printable())\"", hint: "windsockd --help")
            }
        }
        guard isJSON else { return }
        guard case .diagnose = mode else {
            throw Fault(what: "--json goes with --diagnose only", hint: "windsockd --diagnose --json")
        }
        mode = .diagnose(json: true)
    }

    private static func mode(_ name: String) -> Mode {
        switch name {
        case "--version": .version
        case "--help": .help
        case "--diagnose": .diagnose(json: false)
        default: .checkConfiguration
        }
    }
}
