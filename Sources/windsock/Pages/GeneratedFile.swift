/// The files of the repository that are made from the tables, and where they are kept.
package enum GeneratedFile: String, CaseIterable, Sendable {
    case commandPage = "windsock.1"
    case daemonPage = "windsockd.8"
    case configurationPage = "windsock.conf.5"
    case configuration = "windsock.conf"
    case bash = "windsock.bash"
    case zsh = "_windsock"
    case fish = "windsock.fish"

    /// From the root of the repository.
    package var path: String {
        switch self {
        case .commandPage, .daemonPage, .configurationPage: "docs/man/" + rawValue
        case .configuration: "etc/" + rawValue
        case .bash, .zsh, .fish: "etc/completions/" + rawValue
        }
    }

    package var text: String {
        switch self {
        case .commandPage: CommandPage.text(Verbs.all)
        case .daemonPage: DaemonPage.text
        case .configurationPage: ConfigurationTable.page
        case .configuration: ConfigurationTable.file
        case .bash: BashCompletion.script(Verbs.all)
        case .zsh: ZshCompletion.script(Verbs.all)
        case .fish: FishCompletion.script(Verbs.all)
        }
    }
}
