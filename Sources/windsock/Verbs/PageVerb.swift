import Control

/// `windsock __page NAME`: the generated files of the repository.
///
/// Hidden.
enum PageVerb {
    static let verb = Verb(
        "__page", "write a generated file to standard output",
        arguments: [ArgumentSyntax(ValueSyntax("NAME", .words(GeneratedFile.allCases.map(\.rawValue))))],
        examples: [],
        action: run)

    @Sendable private static func run(
        _ invocation: Invocation, _ session: inout Session
    ) throws(CommandError) -> ExitCode {
        if let file = GeneratedFile(rawValue: invocation.arguments[0]) { try session.output.write(file.text) }
        return .done
    }
}
