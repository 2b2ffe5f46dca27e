/// What is wrong with a command line.
package enum UsageFault: Error, Equatable, Sendable {
    case noVerb
    case unknownVerb(String, nearest: String?)
    case unknownOption(String, verb: String?, nearest: String?)
    case valueMissing(option: String, value: String)
    case valueUnexpected(option: String)
    case notOneOf(subject: String, value: String, allowed: [String], nearest: String?)
    case exclusive(String, String)
    case argumentMissing(String, verb: String)
    case tooManyArguments(String, verb: String)
}
