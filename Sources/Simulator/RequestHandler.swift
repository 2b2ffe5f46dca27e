/// Decides what is done about requests.
///
/// Called on many threads at once; may block, each connection has a thread of its own.
protocol RequestHandler: Sendable {
    func react(to request: Request) -> Reaction
}
