/// How much a client may ask of the agent.
package struct ControlLimits: Equatable, Sendable {
    /// The longest message, in bytes, of those who may only read: more than any call of theirs needs.
    package var readerMessage = 64 << 10
    /// The longest message of those who may change: a watch list of 50,000 places.
    package var changerMessage = 8 << 20
    /// How many bytes may wait for a client that does not read, besides the message that passes this limit.
    package var waitingOutput = 256 << 10
    /// Connections at the same time.
    package var clients = 16
    /// How long half a message may stay unfinished, and output unread.
    package var patience: Duration = .seconds(10)

    package init() {}
}
