import Control
import Core
import EventLoop
import Glibc
import TestSupport

/// An agent with a watch list in memory that answers as it was told and remembers what changed it.
@LoopActor
final class ScriptedAgent: AgentService {
    private(set) var asked: [String] = []
    /// Thrown by the next call that is not reading.
    var refusal: ControlError?
    var report: StatusReport
    var list: [PlaceReport]
    /// What `sync` and `monitor` report, one after the other; `monitor` stays open.
    var progress: [SyncProgress] = []
    var updates: [MonitorUpdate] = []
    var diagnosis: [DiagnosisLine] = []
    private var streams: [AsyncStream<MonitorUpdate>.Continuation] = []

    nonisolated init() {
        let now = UnixTime(seconds: Int64(time(nil)))
        report = Samples.status(now: now)
        var london = Samples.place(3, "London", now: now)
        london.status = .ambiguous
        london.coordinates = nil
        london.candidates = Samples.candidates
        london.waitingFor = .pick
        london.nextAttemptAt = nil
        list = [Samples.place(1, "Oslo", now: now), Samples.place(2, "São Paulo", now: now), london].map {
            place in
            var place = place
            place.current = nil
            return place
        }
    }

    func configure(_ body: @LoopActor (ScriptedAgent) -> Void) { body(self) }

    private func note(_ words: String) throws(ControlError) {
        asked.append(words)
        if let refusal { throw refusal }
    }

    private func find(_ name: String) throws(ControlError) -> Int {
        guard let index = list.firstIndex(where: { PlaceName.key($0.name) == PlaceName.key(name) }) else {
            throw .noSuchPlace(name: name, nearest: nil, places: list.count)
        }
        return index
    }

    func status() async throws(ControlError) -> StatusReport { report }

    func places(after: PlaceID?, limit: Int) async throws(ControlError) -> PlacePage {
        // Pages of two, so that every list takes more than one.
        let rest = list.filter { place in after.map { place.id > $0 } ?? true }
        let page = Array(rest.prefix(2))
        return PlacePage(places: page, next: rest.count > 2 ? page.last?.id : nil)
    }

    func monitor() async throws(ControlError) -> AsyncStream<MonitorUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: MonitorUpdate.self)
        continuation.yield(.snapshot(report))
        for update in updates { continuation.yield(update) }
        streams.append(continuation)
        return stream
    }

    func diagnose(withNewProbes: Bool) async throws(ControlError) -> [DiagnosisLine] { diagnosis }

    func addPlace(_ request: AddPlaceRequest) async throws(ControlError) -> PlaceReport {
        let choice = request.pick.map { " pick \($0)" } ?? (request.first ? " first" : "")
        let position = request.latitude.map { " at \($0),\(request.longitude ?? 0)" } ?? ""
        try note("add \(request.name)\(position)\(request.zip.map { " zip " + $0 } ?? "")\(choice)")
        if request.name == "London", request.pick == nil, !request.first, request.latitude == nil {
            throw .ambiguousName(query: "London", candidates: Samples.candidates)
        }
        var place = Samples.place(9, request.name)
        place.current = nil
        return place
    }

    func addPlaces(_ requests: [AddPlaceRequest]) async throws(ControlError) -> [PlaceReport] {
        let names = requests.map { $0.name + ($0.isPaused ? " paused" : "") }
        try note("add \(names.joined(separator: ", "))")
        let added = requests.enumerated().map { Samples.place(Int64(10 + $0), $1.name) }
        list += added
        return added
    }

    func removePlace(_ name: String) async throws(ControlError) -> PlaceReport {
        try note("remove \(name)")
        return list.remove(at: try find(name))
    }

    func removePlaces(_ names: [String]) async throws(ControlError) -> [PlaceReport] {
        try note("remove \(names.joined(separator: ", "))")
        var removed: [PlaceReport] = []
        for name in names { removed.append(list.remove(at: try find(name))) }
        return removed
    }

    func setPaused(_ isPaused: Bool, _ names: [String]) async throws(ControlError) -> [PlaceReport] {
        try note("\(isPaused ? "pause" : "resume") \(names.joined(separator: ", "))")
        var places: [PlaceReport] = []
        for name in names { places.append(list[try find(name)]) }
        return places
    }

    func updatePlace(
        _ name: String, newName: String?, isPaused: Bool?
    ) async throws(ControlError) -> PlaceReport {
        try note(
            "update \(name)\(newName.map { " to " + $0 } ?? "")\(isPaused.map { " paused \($0)" } ?? "")")
        return list[try find(name)]
    }

    func pickPlace(_ name: String, number: Int) async throws(ControlError) -> PlaceReport {
        try note("pick \(name) \(number)")
        return list[try find(name)]
    }

    func searchPlaces(_ query: String) async throws(ControlError) -> [PlaceCandidate] {
        try note("search \(query)")
        return query == "Nowhere" ? [] : Samples.candidates
    }

    func sync(_ names: [String]) async throws(ControlError) -> AsyncStream<SyncProgress> {
        try note("sync \(names.joined(separator: " "))")
        let (stream, continuation) = AsyncStream.makeStream(of: SyncProgress.self)
        for report in progress { continuation.yield(report) }
        continuation.finish()
        return stream
    }

    func setKey(_ key: String) async throws(ControlError) -> KeyReport {
        try note("set key \(key)")
        return KeyReport(state: .unverified, source: .set)
    }

    func clearKey() async throws(ControlError) -> KeyReport {
        try note("clear key")
        return KeyReport(state: .unverified, source: .environment)
    }

    func probe() async throws(ControlError) -> ReachabilityReport {
        try note("probe")
        return report.reachability
    }

    func force(_ state: ForcedState) async throws(ControlError) -> ReachabilityReport {
        try note("force \(state)")
        return report.reachability
    }

    func reload() async throws(ControlError) { try note("reload") }
}

extension Windsock {
    /// Runs a daemon's server with this agent behind it while `body` runs, which may block.
    func withDaemon<Result: Sendable>(
        _ agent: ScriptedAgent = ScriptedAgent(), mayChange: Bool = true, _ body: () async throws -> Result
    ) async throws -> Result {
        let path = directories.socket
        let authority =
            mayChange
            ? ControlAuthority(daemonUser: getuid(), group: nil, groupName: nil)
            : ControlAuthority(
                users: [], group: nil, need: "this takes root or a member of the group windsock")
        let server = try await onLoop { () throws(ControlBindError) in
            try ControlServer(
                path: path, authority: authority, service: agent, identity: ServiceIdentity(version: "0.1.0"))
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // With the loop's executor, and not the pool's: its threads may all be busy with other tests, and
            // the program waits five seconds for an answer and no longer.
            group.addTask(executorPreference: EventLoop.shared.taskExecutor) { await server.run() }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}
