import Control
import Core
import Glibc

/// The whole command: parse, run, present what went wrong.
enum Command {
    static func run(_ words: [String]) -> ExitCode {
        let wantsJSON = words.prefix { $0 != "--" }.contains("--json")
        do throws(CommandError) {
            return try perform(words)
        } catch {
            let complaint = error.complaint
            Session.standardError(wantsJSON ? complaint.json : complaint.text)
            return complaint.status
        }
    }

    private static func perform(_ words: [String]) throws(CommandError) -> ExitCode {
        let parser = CommandParser(verbs: Verbs.all, common: CommonOptions.all)
        let request: Request
        do throws(UsageFault) {
            request = try parser.parse(words)
        } catch {
            throw .usage(error)
        }
        switch request {
        case .version:
            var output = Output(descriptor: STDOUT_FILENO)
            try output.line("windsock \(ProgramVersion.current)")
            try output.flush()
            return .done
        case .help(let verb):
            let terminal = Terminal.current { name in getenv(name).map { String(cString: $0) } }
            var output = Output(descriptor: STDOUT_FILENO, isASCII: terminal.isASCII)
            let page =
                verb.map { HelpPage.page($0, width: terminal.textWidth) }
                ?? HelpPage.overview(Verbs.all, width: terminal.textWidth)
            try output.write(page)
            try output.flush()
            return .done
        case .run(let invocation):
            var session = Session(invocation)
            let code = try invocation.verb.action(invocation, &session)
            try session.output.flush()
            return code
        }
    }
}
