import Control
import Core
import EventLoop

/// An agent that answers as it was told and remembers what it was asked.
@LoopActor
final class ScriptedAgent: AgentService {
    /// What it was asked, one word and the arguments each.
    private(set) var asked: [String] = []
    /// Thrown by every call.
    var refusal: ControlError?
    var placeList: [PlaceReport] = [Samples.place, Samples.ambiguous]
    /// Names that `removePlace` does not know.
    var missing: Set<String> = []
    /// What `monitor` sends behind the snapshot at once.
    var followUps: [MonitorUpdate] = []
    /// While set, `probe` waits for `release`.
    var holdsProbe = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var monitors: [AsyncStream<MonitorUpdate>.Continuation] = []
    /// What `sync` reports, one after the other.
    var reports: [SyncProgress] = []

    /// Streams whose readers have gone.
    private let ended: AsyncStream<Void>
    private let endedSignal: AsyncStream<Void>.Continuation
    /// Calls of `probe` that wait.
    private let holding: AsyncStream<Void>
    private let holdingSignal: AsyncStream<Void>.Continuation

    nonisolated init() {
        (ended, endedSignal) = AsyncStream.makeStream(of: Void.self)
        (holding, holdingSignal) = AsyncStream.makeStream(of: Void.self)
    }

    private func note(_ words: Any?...) throws(ControlError) {
        asked.append(words.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
        if let refusal { throw refusal }
    }

    func configure(_ body: @LoopActor (ScriptedAgent) -> Void) { body(self) }

    // MARK: what the tests do to it

    func emit(_ event: MonitorEvent) {
        for monitor in monitors { monitor.yield(.event(event)) }
    }

    func endMonitors() {
        for monitor in monitors { monitor.finish() }
    }

    /// Returns when the reader of a stream has gone.
    nonisolated func untilStreamEnded() async {
        for await _ in ended { return }
    }

    /// Returns when a probe waits.
    nonisolated func untilProbeHeld() async {
        for await _ in holding { return }
    }

    func release() {
        holdsProbe = false
        for continuation in held { continuation.resume() }
        held = []
    }

    // MARK: AgentService

    func status() async throws(ControlError) -> StatusReport {
        try note("status")
        return Samples.status
    }

    func places(after: PlaceID?, limit: Int) async throws(ControlError) -> PlacePage {
        try note("places", after?.rawValue, limit)
        let rest = placeList.filter { place in after.map { place.id > $0 } ?? true }
        let page = Array(rest.prefix(limit))
        return PlacePage(places: page, next: rest.count > limit ? page.last?.id : nil)
    }

    func monitor() async throws(ControlError) -> AsyncStream<MonitorUpdate> {
        try note("monitor")
        let (stream, continuation) = AsyncStream.makeStream(of: MonitorUpdate.self)
        continuation.yield(.snapshot(Samples.status))
        for update in followUps { continuation.yield(update) }
        continuation.onTermination = { [endedSignal] _ in endedSignal.yield() }
        monitors.append(continuation)
        return stream
    }

    func diagnose(withNewProbes: Bool) async throws(ControlError) -> [DiagnosisLine] {
        try note("diagnose", withNewProbes)
        return Samples.diagnosis
    }

    func addPlace(_ request: AddPlaceRequest) async throws(ControlError) -> PlaceReport {
        try note(
            "add", request.name, request.latitude, request.longitude, request.query, request.zip,
            request.pick,
            request.first)
        return Samples.place
    }

    func addPlaces(_ requests: [AddPlaceRequest]) async throws(ControlError) -> [PlaceReport] {
        try note("addAll", requests.map(\.name))
        return requests.enumerated().map { index, request in
            PlaceReport(
                id: PlaceID(Int64(index)), name: request.name, coordinates: nil, query: .name(request.name),
                status: .pending, waitingFor: .online)
        }
    }

    func removePlace(_ name: String) async throws(ControlError) -> PlaceReport {
        try note("remove", name)
        if missing.contains(name) { throw .noSuchPlace(name: name, nearest: "Atlanta", places: 4) }
        return Samples.place
    }

    func removePlaces(_ names: [String]) async throws(ControlError) -> [PlaceReport] {
        try note("removeAll", names)
        return [Samples.place]
    }

    func setPaused(_ isPaused: Bool, _ names: [String]) async throws(ControlError) -> [PlaceReport] {
        try note("setPaused", isPaused, names)
        return [Samples.place]
    }

    func updatePlace(
        _ name: String, newName: String?, isPaused: Bool?
    ) async throws(ControlError) -> PlaceReport {
        try note("update", name, newName, isPaused)
        return Samples.place
    }

    func pickPlace(_ name: String, number: Int) async throws(ControlError) -> PlaceReport {
        try note("pick", name, number)
        return Samples.ambiguous
    }

    func searchPlaces(_ query: String) async throws(ControlError) -> [PlaceCandidate] {
        try note("search", query)
        return Samples.candidates
    }

    func sync(_ names: [String]) async throws(ControlError) -> AsyncStream<SyncProgress> {
        try note("sync", names)
        let (stream, continuation) = AsyncStream.makeStream(of: SyncProgress.self)
        for report in reports { continuation.yield(report) }
        continuation.finish()
        return stream
    }

    func setKey(_ key: String) async throws(ControlError) -> KeyReport {
        try note("setKey", key)
        return Samples.key
    }

    func clearKey() async throws(ControlError) -> KeyReport {
        try note("clearKey")
        return Samples.key
    }

    func probe() async throws(ControlError) -> ReachabilityReport {
        try note("probe")
        if holdsProbe {
            await withCheckedContinuation { continuation in
                held.append(continuation)
                holdingSignal.yield()
            }
        }
        return Samples.reachability
    }

    func force(_ state: ForcedState) async throws(ControlError) -> ReachabilityReport {
        try note("force", state)
        return Samples.reachability
    }

    func reload() async throws(ControlError) {
        try note("reload")
    }
}
