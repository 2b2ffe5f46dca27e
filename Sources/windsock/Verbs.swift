/// The table of verbs, in the order in which help shows them.
///
/// Names that begin with an underscore are hidden.
package enum Verbs {
    package static let all: [Verb] = [
        StatusVerb.verb, ShowVerb.verb, AddVerb.verb, ListVerb.verb, RemoveVerb.verb, RenameVerb.verb,
        PickVerb.verb,
        PauseVerb.verb, ResumeVerb.verb, ImportVerb.verb, ExportVerb.verb, SearchVerb.verb, HistoryVerb.verb,
        OutagesVerb.verb, AttemptsVerb.verb, SyncVerb.verb, OnlineVerb.verb, MonitorVerb.verb, CheckVerb.verb,
        KeyVerb.verb, ForceVerb.verb, BackupVerb.verb, CompletionsVerb.verb, CompleteVerb.verb, PageVerb.verb,
    ]
}
