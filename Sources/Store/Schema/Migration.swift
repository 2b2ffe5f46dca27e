/// One named step from a schema version to the next.
///
/// A migration that has been released is never edited; a change is a new one.
package struct Migration: Sendable {
    /// Says what it does, for the log and for errors.
    package let name: String
    /// The statements, run as one script inside the migration's transaction.
    package let script: String

    package init(_ name: String, script: String) {
        self.name = name
        self.script = script
    }
}
