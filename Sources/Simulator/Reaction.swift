/// What is done about a request.
enum Reaction {
    case answer(Answer)
    /// RST.
    case reset
    /// FIN without an answer.
    case close
}
