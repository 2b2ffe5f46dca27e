/// A command line that has been understood: the verb, its arguments and the options that were given.
package struct Invocation: Sendable {
    package let verb: Verb
    package let arguments: [String]
    /// The value of every option that was given, empty for one without a value.
    ///
    /// Of a repeated option the last counts.
    let options: [String: String]

    package func has(_ option: String) -> Bool { options[option] != nil }

    /// The value; nil when the option was not given.
    package func value(_ option: String) -> String? { options[option] }

    /// The value as a whole number of at least 1.
    ///
    /// - Throws: `.notACount` for anything else.
    func count(_ option: String) throws(CommandError) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), number >= 1 else {
            throw .input(.notACount(subject: "--\(option)", text: text))
        }
        return number
    }
}
