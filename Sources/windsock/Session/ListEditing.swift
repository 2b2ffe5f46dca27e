import Control
import Core
import Glibc
import Store

/// The watch list for changing: through the daemon, or by its lock while it is stopped.
enum ListEditing {
    case agent(ControlClient)
    case editor(WatchListEditor)

    /// Whoever answers on the socket is asked.
    ///
    /// Nobody there: the database is changed here, if this user owns the state directory, or is root, and the
    /// database exists.
    ///
    /// - Throws: `lockedAndSilent` when a daemon holds the lock and does not answer.
    init(_ session: Session) throws(CommandError) {
        if let agent = try session.agentIfRunning() {
            self = .agent(agent)
            return
        }
        let directories = session.directories
        guard access(directories.database, F_OK) == 0 || errno == EACCES else {
            throw .nothingStored(path: directories.database, start: session.startCommand)
        }
        var status = stat()
        guard stat(directories.state, &status) == 0, geteuid() == 0 || status.st_uid == geteuid() else {
            throw .notOwner(path: directories.state)
        }
        do throws(StoreError) {
            let lock = try DatabaseLock(directory: directories.state)
            // A lock file that root has just made must not keep the daemon out.
            if geteuid() == 0 { lchown(directories.state + "/lock", status.st_uid, status.st_gid) }
            self = .editor(try WatchListEditor(path: directories.database, holding: lock))
        } catch .locked(let holder) {
            throw .lockedAndSilent(holder: holder)
        } catch {
            throw .store(error)
        }
    }

    /// The list as it is now.
    func list() throws(CommandError) -> WatchList {
        switch self {
        case .agent(let agent):
            return WatchList(places: try asking { () throws(ControlClientError) in try agent.allPlaces() })
        case .editor(let editor):
            return try storing { () throws(StoreError) in
                var reports: [PlaceReport] = []
                for place in try editor.places() {
                    let candidates = place.status == .ambiguous ? try editor.candidates(of: place.id) : []
                    reports.append(PlaceReport(place, candidates: candidates, schedule: nil))
                }
                return WatchList(places: reports)
            }
        }
    }

    /// Adds places, all or none, and returns them.
    func add(_ requests: [AddPlaceRequest], at time: UnixTime) throws(CommandError) -> [PlaceReport] {
        switch self {
        case .agent(let agent):
            return try asking { () throws(ControlClientError) in
                if requests.count == 1 { return [try agent.add(requests[0])] }
                return try agent.add(requests)
            }
        case .editor(let editor):
            let places = requests.map(NewPlace.init)
            return try ListEditing.changing { () throws(StoreError) in
                let added = try editor.change { (list) throws(StoreError) in try list.add(places, at: time) }
                return added.map { PlaceReport($0, candidates: [], schedule: nil) }
            }
        }
    }

    /// Takes places off the list with their history, all or none.
    func remove(_ places: [PlaceReport]) throws(CommandError) {
        switch self {
        case .agent(let agent):
            _ = try asking { () throws(ControlClientError) in try agent.remove(places.map(\.name)) }
        case .editor(let editor):
            try ListEditing.changing { () throws(StoreError) in
                try editor.change { (list) throws(StoreError) in try list.remove(places.map(\.id)) }
                // The places are gone; a daemon deletes what history is left if this fails.
                try? editor.purgeRemoved()
            }
        }
    }

    func rename(_ place: PlaceReport, to name: String) throws(CommandError) {
        switch self {
        case .agent(let agent):
            _ = try asking { () throws(ControlClientError) in try agent.rename(place.name, to: name) }
        case .editor(let editor):
            try ListEditing.changing { () throws(StoreError) in
                try editor.change { (list) throws(StoreError) in try list.rename(place.id, to: name) }
            }
        }
    }

    /// Decides an ambiguous place; returns what it has become.
    func pick(_ place: PlaceReport, number: Int) throws(CommandError) -> PlaceReport {
        guard place.status == .ambiguous, !place.candidates.isEmpty else {
            throw .nothingToPick(name: place.name, status: place.status)
        }
        guard place.candidates.indices.contains(number - 1) else {
            throw .noSuchMatch(number: number, name: place.name, count: place.candidates.count)
        }
        switch self {
        case .agent(let agent):
            return try asking { () throws(ControlClientError) in try agent.pick(place.name, number: number) }
        case .editor(let editor):
            let candidate = place.candidates[number - 1]
            try ListEditing.changing { () throws(StoreError) in
                try editor.change { (list) throws(StoreError) in try list.resolve(place.id, to: candidate) }
            }
            return try list().find(place.name)
        }
    }

    /// Pauses or resumes places, all or none.
    func setPaused(_ isPaused: Bool, _ places: [PlaceReport]) throws(CommandError) {
        switch self {
        case .agent(let agent):
            _ = try asking { () throws(ControlClientError) in
                try agent.setPaused(isPaused, places.map(\.name))
            }
        case .editor(let editor):
            try ListEditing.changing { () throws(StoreError) in
                try editor.change { (list) throws(StoreError) in
                    for place in places where (place.status == .paused) != isPaused {
                        try list.setStatus(place.id, isPaused ? .paused : place.statusWhenResumed)
                    }
                }
            }
        }
    }

    /// Changes the store; a name that is taken is told in the daemon's words.
    private static func changing<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(CommandError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch .duplicateName(let name) {
            throw .refused(.duplicateName(name: name))
        } catch {
            throw .store(error)
        }
    }
}

extension PlaceReport {
    /// What a paused place goes back to.
    fileprivate var statusWhenResumed: PlaceStatus {
        if coordinates != nil { return .active }
        return candidates.isEmpty ? .pending : .ambiguous
    }
}

extension NewPlace {
    /// What the daemon would make of a request that it cannot look up now.
    init(_ request: AddPlaceRequest) {
        if let latitude = request.latitude, let longitude = request.longitude,
            let position = Coordinates(latitude: latitude, longitude: longitude)
        {
            self.init(name: request.name, at: position)
        } else if let zip = request.zip {
            self.init(name: request.name, pending: .zip(zip))
        } else {
            self.init(name: request.name, pending: .name(request.query ?? request.name))
        }
        if request.isPaused { status = .paused }
    }
}
