package import Control
package import Core
package import Store

/// Everything that ends the command before its work is done.
///
/// `complaint` says how the user is told.
package enum CommandError: Error, Equatable, Sendable {
    case usage(UsageFault)
    case input(InputFault)
    case file(FileFault)
    /// The daemon is needed; `start` is the command that starts it.
    case notRunning(start: String)
    /// There is no database yet.
    case nothingStored(path: String, start: String)
    case agent(ControlClientError)
    /// What the daemon would have answered, found here.
    case refused(ControlError)
    /// Several places fit and nobody is there to choose; `command` is what to repeat with a choice.
    case ambiguous(query: String, candidates: [PlaceCandidate], command: String)
    case store(StoreError)
    /// The directory belongs to somebody else.
    case notOwner(path: String)
    /// The lock is held, but nobody answers.
    case lockedAndSilent(holder: Int32?)
    case nothingToPick(name: String, status: PlaceStatus)
    case noSuchMatch(number: Int, name: String, count: Int)
}
