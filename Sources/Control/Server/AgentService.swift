package import Core
package import EventLoop

/// What the control socket asks of the agent: one method for each of the interface `org.windsock.Agent`, whose text says
/// what each does.
///
/// The server has checked the caller's right and the types of the parameters; ranges and names are the agent's to check.
/// A call may take as long as it needs, others go on meanwhile. Calls are cancelled when the server stops; a caller that
/// hangs up ends its streams, and nothing else.
@LoopActor
package protocol AgentService: AnyObject, Sendable {
    func status() async throws(ControlError) -> StatusReport

    /// - Parameter limit: 1 to `PlacePage.limit`.
    func places(after: PlaceID?, limit: Int) async throws(ControlError) -> PlacePage

    /// The state of everything, then each event.
    ///
    /// The stream must bound what it keeps for a reader that is slow; the server takes its elements at once and drops a
    /// client that does not read them.
    func monitor() async throws(ControlError) -> AsyncStream<MonitorUpdate>

    func diagnose(withNewProbes: Bool) async throws(ControlError) -> [DiagnosisLine]

    func addPlace(_ request: AddPlaceRequest) async throws(ControlError) -> PlaceReport

    /// Adds all or none.
    func addPlaces(_ requests: [AddPlaceRequest]) async throws(ControlError) -> [PlaceReport]

    /// Returns the place as it was.
    func removePlace(_ name: String) async throws(ControlError) -> PlaceReport

    /// Removes all or none; returns the places as they were.
    func removePlaces(_ names: [String]) async throws(ControlError) -> [PlaceReport]

    /// Pauses or resumes all or none; returns the places as they are then.
    func setPaused(_ isPaused: Bool, _ names: [String]) async throws(ControlError) -> [PlaceReport]

    /// What is nil stays.
    func updatePlace(
        _ name: String, newName: String?, isPaused: Bool?
    ) async throws(ControlError) -> PlaceReport

    /// - Parameter number: of the candidate, from 1.
    func pickPlace(_ name: String, number: Int) async throws(ControlError) -> PlaceReport

    func searchPlaces(_ query: String) async throws(ControlError) -> [PlaceCandidate]

    /// Starts fetching; the stream reports how far it has come, first at once, last with `isFinished`. It may drop reports
    /// that a newer one has overtaken. Ending the stream does not stop the fetching.
    func sync(_ names: [String]) async throws(ControlError) -> AsyncStream<SyncProgress>

    func setKey(_ key: String) async throws(ControlError) -> KeyReport

    func clearKey() async throws(ControlError) -> KeyReport

    func probe() async throws(ControlError) -> ReachabilityReport

    func force(_ state: ForcedState) async throws(ControlError) -> ReachabilityReport

    func reload() async throws(ControlError)
}
