import Control

/// `windsock completions`.
enum CompletionsVerb {
    static let verb = Verb(
        "completions", "completion for a shell: verbs, options and the names of your places",
        arguments: [ArgumentSyntax(ValueSyntax("SHELL", .words(["bash", "zsh", "fish"])))],
        examples: [
            .init("source <(windsock completions bash)", "In this shell."),
            .init(
                "windsock completions fish > ~/.config/fish/completions/windsock.fish",
                "For every shell to come."),
        ],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        switch invocation.arguments[0] {
        case "zsh": try session.output.write(ZshCompletion.script(Verbs.all))
        case "fish": try session.output.write(FishCompletion.script(Verbs.all))
        default: try session.output.write(BashCompletion.script(Verbs.all))
        }
        return .done
    }
}
