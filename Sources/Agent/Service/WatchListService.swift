import Control
import Core
import EventLoop
import OpenWeatherMap
import Store

/// What the control socket asks of the agent, answered by the engine.
@LoopActor
final class WatchListService: AgentService {
    let engine: Engine
    /// Reads the configuration file again and puts it in force.
    private let reloadConfiguration: @LoopActor () async throws(ControlError) -> Void

    init(
        engine: Engine, reload: @escaping @LoopActor () async throws(ControlError) -> Void
    ) {
        self.engine = engine
        reloadConfiguration = reload
    }

    // MARK: reading

    func status() async throws(ControlError) -> StatusReport { engine.statusReport }

    func places(after: PlaceID?, limit: Int) async throws(ControlError) -> PlacePage {
        let identities = engine.identities
        let start = after.map { after in identities.partitioningIndex { $0 > after } } ?? 0
        let page = identities[start...].prefix(limit)
        var reports: [PlaceReport] = []
        for identity in page {
            // A place may be removed while the candidates of another are read.
            if let place = engine.places[identity] { reports.append(try await report(place)) }
        }
        return PlacePage(places: reports, next: page.endIndex < identities.endIndex ? page.last : nil)
    }

    func monitor() async throws(ControlError) -> AsyncStream<MonitorUpdate> {
        engine.observers.stream(beginningWith: .snapshot(engine.statusReport))
    }

    func diagnose(withNewProbes: Bool) async throws(ControlError) -> [DiagnosisLine] {
        if withNewProbes { _ = try await probe() }
        return await engine.diagnosis()
    }

    // MARK: the watch list

    func addPlace(_ request: AddPlaceRequest) async throws(ControlError) -> PlaceReport {
        var place = try await resolved(try draft(request), request)
        if request.isPaused { place.status = .paused }
        let added = try await adding([place])
        return try await report(added[0])
    }

    func addPlaces(_ requests: [AddPlaceRequest]) async throws(ControlError) -> [PlaceReport] {
        var drafts: [NewPlace] = []
        for request in requests {
            var draft = try draft(request)
            if request.isPaused { draft.status = .paused }
            drafts.append(draft)
        }
        // Names in an import are looked up one by one afterwards; what is ambiguous waits for a choice.
        let added = try await adding(drafts)
        var reports: [PlaceReport] = []
        for place in added { reports.append(try await report(place)) }
        return reports
    }

    func removePlace(_ name: String) async throws(ControlError) -> PlaceReport {
        try await removePlaces([name])[0]
    }

    func removePlaces(_ names: [String]) async throws(ControlError) -> [PlaceReport] {
        let places = try find(names)
        var before: [PlaceReport] = []
        for place in places { before.append(try await report(place)) }
        try await storing { (store) throws(StoreError) in try await store.removePlaces(places.map(\.id)) }
        engine.tellRemoved(places)
        return before
    }

    func setPaused(_ isPaused: Bool, _ names: [String]) async throws(ControlError) -> [PlaceReport] {
        var places = try find(names)
        for index in places.indices where isPaused != (places[index].status == .paused) {
            places[index].status = try await status(of: places[index], isPaused: isPaused)
        }
        let changed = places
        try await storing { (store) throws(StoreError) in
            try await store.changeList { (list) throws(StoreError) in
                for place in changed { try list.setStatus(place.id, place.status) }
            }
        }
        return try await tell(changed) { $0.status = $1.status }
    }

    /// Takes a change that is stored into memory: what was found out about the places meanwhile stays.
    private func tell(
        _ changed: [Place], _ change: (inout Place, Place) -> Void
    ) async throws(ControlError) -> [PlaceReport] {
        let places = changed.map { place in
            var current = engine.places[place.id] ?? place
            change(&current, place)
            return current
        }
        engine.tellChanged(places)
        var reports: [PlaceReport] = []
        for place in places { reports.append(try await report(place)) }
        return reports
    }

    func updatePlace(
        _ name: String, newName: String?, isPaused: Bool?
    ) async throws(ControlError) -> PlaceReport {
        var place = try find(name)
        if let newName { place.name = try WatchListService.label(newName) }
        if let isPaused, isPaused != (place.status == .paused) {
            place.status = try await status(of: place, isPaused: isPaused)
        }
        let changed = place
        try await storing { (store) throws(StoreError) in
            try await store.changeList { (list) throws(StoreError) in
                if newName != nil { try list.rename(changed.id, to: changed.name) }
                if isPaused != nil { try list.setStatus(changed.id, changed.status) }
            }
        }
        return try await tell([changed]) { current, place in
            if newName != nil { current.name = place.name }
            if isPaused != nil { current.status = place.status }
        }[0]
    }

    /// What a place becomes when it is paused, or goes back to.
    private func status(of place: Place, isPaused: Bool) async throws(ControlError) -> PlaceStatus {
        if isPaused { return .paused }
        if place.coordinates != nil { return .active }
        return try await candidates(of: place).isEmpty ? .pending : .ambiguous
    }

    func pickPlace(_ name: String, number: Int) async throws(ControlError) -> PlaceReport {
        let place = try find(name)
        let candidates = try await candidates(of: place)
        guard !candidates.isEmpty else {
            throw .invalidArgument(
                what: "\(place.name) has no matches to pick from", why: "it is \(place.status.rawValue)",
                hint: nil)
        }
        guard candidates.indices.contains(number - 1) else {
            throw .invalidArgument(
                what: "there is no match \(number) for \(place.name)",
                why: "they are numbered 1 to \(candidates.count)",
                hint: "windsock status \(place.name)")
        }
        await engine.resolve(place.id, candidates[number - 1])
        guard let picked = engine.places[place.id], picked.status == .active else {
            throw .storageFailing(reason: "the choice could not be written")
        }
        return try await report(picked)
    }

    func searchPlaces(_ query: String) async throws(ControlError) -> [PlaceCandidate] {
        switch await engine.lookUp(.name(query)) {
        case .answered(.success(let candidates)): return candidates
        case .answered(.failure(.notFound)): throw .unknownName(query: query)
        case .answered(.failure(let failure)):
            throw .unavailable(reason: failure.message, hint: "windsock check")
        case .declined(let reason): throw unavailable(reason)
        }
    }

    // MARK: fetching, key, monitor

    func sync(_ names: [String]) async throws(ControlError) -> AsyncStream<SyncProgress> {
        var identities: [PlaceID] = []
        for name in names { identities.append(try find(name).id) }
        if identities.isEmpty { identities = engine.identities }
        return SyncSession.begin(identities, engine)
    }

    func setKey(_ key: String) async throws(ControlError) -> KeyReport {
        do throws(SettingFault) {
            _ = try APIKey(key)
        } catch {
            throw .invalidArgument(what: error.what, why: error.why, hint: "windsock key set")
        }
        try changingKey { (ring) throws(SystemFailure) in try ring.set(key) }
        return engine.keyReport
    }

    func clearKey() async throws(ControlError) -> KeyReport {
        try changingKey { (ring) throws(SystemFailure) in try ring.clear() }
        return engine.keyReport
    }

    private func changingKey(_ change: (KeyRing) throws(SystemFailure) -> Void) throws(ControlError) {
        do throws(SystemFailure) {
            try change(engine.keyRing)
        } catch {
            throw .storageFailing(reason: error.message)
        }
        engine.lookForKey(announce: true)
    }

    /// A verdict within this time, also over a slow link.
    private static let probePatience: Duration = .seconds(15)

    func probe() async throws(ControlError) -> ReachabilityReport {
        engine.handle(.reachability(.probeRequested))
        if !engine.machine.reachability.isSettled {
            await engine.observers.untilSettled(
                before: LoopClock().now.advanced(by: WatchListService.probePatience))
        }
        return engine.reachabilityReport
    }

    func force(_ state: ForcedState) async throws(ControlError) -> ReachabilityReport {
        let forced: ReachabilityState? =
            switch state {
            case .online: .online
            case .offline: .offline
            case .auto: nil
            }
        engine.handle(.reachability(.forced(forced)))
        return engine.reachabilityReport
    }

    func reload() async throws(ControlError) { try await reloadConfiguration() }

    // MARK: parts

    private func report(_ place: Place) async throws(ControlError) -> PlaceReport {
        var report = engine.report(place)
        if place.status == .ambiguous { report.candidates = try await candidates(of: place) }
        return report
    }

    private func candidates(of place: Place) async throws(ControlError) -> [PlaceCandidate] {
        do throws(StoreError) { return try await engine.parts.store.candidates(of: place.id) } catch {
            throw .storageFailing(reason: error.message)
        }
    }

    private func find(_ name: String) throws(ControlError) -> Place {
        let key = PlaceName.key(name)
        if let place = engine.places.values.first(where: { PlaceName.key($0.name) == key }) { return place }
        let nearest = name.nearest(of: engine.places.values.map(\.name).sorted())
        throw .noSuchPlace(name: name, nearest: nearest, places: engine.places.count)
    }

    /// The places with these names in their order, each once.
    private func find(_ names: [String]) throws(ControlError) -> [Place] {
        guard !names.isEmpty else {
            throw .invalidArgument(what: "no name", why: "is given", hint: "windsock list")
        }
        // Looked up in a table: ten thousand names among ten thousand places are no case for looking through them all.
        let byKey = Dictionary(engine.places.values.map { (PlaceName.key($0.name), $0) }) { first, _ in first
        }
        var found: [Place] = []
        var seen: Set<PlaceID> = []
        for name in names {
            let place: Place
            if let known = byKey[PlaceName.key(name)] { place = known } else { place = try find(name) }
            if seen.insert(place.id).inserted { found.append(place) }
        }
        return found
    }

    private static func label(_ name: String) throws(ControlError) -> String {
        do throws(PlaceName.Fault) { return try PlaceName.validated(name) } catch {
            throw .invalidArgument(what: error.what, why: error.why, hint: "windsock add NAME")
        }
    }

    /// What a place without a position is looked up by.
    private static func query(
        _ request: AddPlaceRequest, _ label: String
    ) throws(ControlError) -> PlaceQuery {
        guard let zip = request.zip else { return .name(try request.query.map(self.label) ?? label) }
        guard let code = PlaceQuery.postalCode(zip) else {
            throw .invalidArgument(
                what: "postal code \(zip)", why: "it goes with its country",
                hint: "windsock add NAME --zip ZIP,CC, for example --zip 10001,US")
        }
        return .zip(code)
    }

    /// A place as it was asked for: with its position, or still to be looked up.
    private func draft(_ request: AddPlaceRequest) throws(ControlError) -> NewPlace {
        let label = try WatchListService.label(request.name)
        switch (request.latitude, request.longitude) {
        case (let latitude?, let longitude?):
            guard let coordinates = Coordinates(latitude: latitude, longitude: longitude) else {
                let isLatitude = !(latitude.isFinite && (-90...90).contains(latitude))
                throw .invalidArgument(
                    what: isLatitude ? "latitude \(latitude)" : "longitude \(longitude)",
                    why: isLatitude ? "it is outside -90 to 90" : "it is outside -180 to 180",
                    hint: "windsock add NAME --at LAT,LON, for example --at 51.51,-0.13")
            }
            return NewPlace(name: label, at: coordinates)
        case (nil, nil):
            return NewPlace(name: label, pending: try WatchListService.query(request, label))
        default:
            throw .invalidArgument(
                what: "half a position", why: "latitude and longitude go together",
                hint: "windsock add NAME --at LAT,LON")
        }
    }

    /// Looks a pending draft up.
    ///
    /// Offline, without a key or behind a gate it stays pending.
    private func resolved(_ draft: NewPlace, _ request: AddPlaceRequest) async throws(ControlError)
        -> NewPlace
    {
        guard draft.status == .pending, let query = draft.query else { return draft }
        if engine.places.values.contains(where: { PlaceName.key($0.name) == PlaceName.key(draft.name) }) {
            throw .duplicateName(name: draft.name)
        }
        switch await engine.lookUp(query) {
        case .declined: return draft
        case .answered(.failure(.notFound)), .answered(.failure(.badRequest)):
            throw .unknownName(query: query.words)
        case .answered(.failure(let failure)):
            throw .unavailable(reason: failure.message, hint: "windsock check")
        case .answered(.success(let candidates)):
            let choice = try choose(candidates, request, query)
            return NewPlace(name: draft.name, query: query, resolved: choice)
        }
    }

    private func choose(
        _ candidates: [PlaceCandidate], _ request: AddPlaceRequest, _ query: PlaceQuery
    ) throws(ControlError) -> PlaceCandidate {
        guard let first = candidates.first else { throw .unknownName(query: query.words) }
        if let pick = request.pick {
            guard candidates.indices.contains(pick - 1) else {
                throw .invalidArgument(
                    what: "there is no match \(pick)", why: "they are numbered 1 to \(candidates.count)",
                    hint: "windsock search \(query.words)")
            }
            return candidates[pick - 1]
        }
        guard candidates.count == 1 || request.first else {
            throw .ambiguousName(query: query.words, candidates: candidates)
        }
        return first
    }

    private func adding(_ drafts: [NewPlace]) async throws(ControlError) -> [Place] {
        var added: [Place] = []
        try await storing { (store) throws(StoreError) in
            added = try await store.addPlaces(drafts, at: engine.now.wall)
        }
        engine.tellChanged(added)
        return added
    }

    private func storing(_ body: (Store) async throws(StoreError) -> Void) async throws(ControlError) {
        do throws(StoreError) {
            try await body(engine.parts.store)
        } catch {
            if case .duplicateName(let name) = error { throw .duplicateName(name: name) }
            engine.noteStorage(error)
            throw .storageFailing(reason: error.message)
        }
    }

    private func unavailable(_ reason: WaitReason) -> ControlError {
        switch reason {
        case .key: .unavailable(reason: "there is no working key", hint: "windsock key set")
        case .quota, .breaker:
            .unavailable(reason: "the service takes no calls at the moment", hint: "windsock status")
        default: .unavailable(reason: "offline", hint: "windsock online")
        }
    }
}
