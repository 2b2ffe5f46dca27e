/// One thing to be done on the store's thread.
struct StoreJob: Sendable {
    /// What is done with the connection.
    typealias Body = @Sendable (Connection) throws(StoreError) -> Void

    enum Place: Sendable {
        /// In the transaction that all waiting changes share, in a savepoint of its own.
        case transaction
        /// After that transaction, alone: reading, and what SQLite does not allow inside one.
        case alone
    }

    let place: Place
    /// Whether the watch list is another one afterwards, so that its export has to follow.
    var editsWatchList = false
    /// The part that needs no database, done before the transaction begins.
    ///
    /// Nil: there is nothing left to do.
    let prepare: @Sendable () -> Body?
    /// Called exactly once: with nil after everything has been committed, or with the reason why nothing was
    /// kept.
    let conclude: @Sendable (StoreError?) -> Void
}

/// What a job's first part, that without the database, has come to.
enum Preparation<Value: Sendable> {
    case finished(Value)
    case perform(@Sendable (Connection) throws(StoreError) -> Value)
}
