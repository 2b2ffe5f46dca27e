import Control
import Core

extension UsageFault {
    package var complaint: Complaint {
        switch self {
        case .noVerb:
            Complaint("no command is given", hint: "windsock --help", .usage)
        case .unknownVerb(let word, let nearest):
            Complaint(
                "there is no command \"\(word.printable())\"",
                hint: nearest.map { "windsock \($0)" } ?? "windsock --help lists them", .usage)
        case .unknownOption(let option, let verb, let nearest):
            Complaint(
                "there is no option \(option.printable())\(verb.map { " for \($0)" } ?? "")",
                hint: nearest.map { "\($0)?" }
                    ?? "\(UsageFault.help(verb)); a name that begins with - goes behind --", .usage)
        case .valueMissing(let option, let value):
            Complaint("--\(option) needs a value", hint: "--\(option) \(value)", .usage)
        case .valueUnexpected(let option):
            Complaint("--\(option) takes no value", hint: "--\(option)", .usage)
        case .notOneOf(let subject, let value, let allowed, let nearest):
            Complaint(
                // What is long is no slip of a word, and may be a key that was put in the wrong place.
                "\(value.count > 16 ? "this" : "\"\(value.printable())\"") is not possible for \(subject)",
                hint: nearest.map { "\($0)?" } ?? "one of \(allowed.joined(separator: ", "))", .usage)
        case .exclusive(let first, let second):
            Complaint("--\(first) and --\(second) exclude each other", hint: "leave one out", .usage)
        case .argumentMissing(let argument, let verb):
            Complaint("\(argument) is missing", hint: UsageFault.help(verb), .usage)
        case .tooManyArguments(_, verb: "key"):
            // It may be the key: it is not repeated, neither here nor in anybody's log.
            Complaint(
                "a key is never given on the command line, where every user can read it",
                hint: "windsock key set reads it from the terminal", .usage)
        case .tooManyArguments(let extra, let verb):
            Complaint(
                "\"\(extra.printable())\" is one argument too many for \(verb)",
                hint: extra.contains(" ")
                    ? UsageFault.help(verb) : "put names with spaces in quotes, or: \(UsageFault.help(verb))",
                .usage)
        }
    }

    private static func help(_ verb: String?) -> String {
        verb.map { "windsock \($0) --help" } ?? "windsock --help"
    }
}
