/// What a command line asks for.
package enum Request: Sendable {
    case run(Invocation)
    /// The overview, or one verb's page.
    case help(Verb?)
    case version
}
