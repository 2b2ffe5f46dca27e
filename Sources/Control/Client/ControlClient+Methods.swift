package import Core
import EventLoop

/// Each method of the interface, typed. What a method does is said in the interface file; each throws as `call` does.
extension ControlClient {
    // MARK: reading

    package func status() throws(ControlClientError) -> StatusReport {
        try ControlClient.read(try call(.getStatus))
    }

    /// One page of the watch list: at most `limit` places whose identity is greater than `after`.
    package func places(
        after: PlaceID? = nil, limit: Int = PlacePage.limit
    ) throws(ControlClientError) -> PlacePage {
        let reply = try call(.listPlaces) { json in
            json.member("after", after?.rawValue)
            json.member("limit", limit)
        }
        return try ControlClient.read(reply)
    }

    /// The whole watch list, page by page.
    package func allPlaces() throws(ControlClientError) -> [PlaceReport] {
        var page = try places()
        var places = page.places
        while let next = page.next {
            page = try self.places(after: next)
            places.append(contentsOf: page.places)
        }
        return places
    }

    /// The state and the whole watch list.
    ///
    /// The first page is asked for together with the state, so that a short list takes one round trip.
    ///
    /// - Parameter meanwhile: called while the agent answers; for what the caller has to do anyway.
    package func statusAndPlaces(
        meanwhile: () -> Void = {}
    ) throws(ControlClientError) -> (status: StatusReport, places: [PlaceReport]) {
        let deadline = LoopClock().now.advanced(by: ControlClient.patience)
        try send(AgentMethod.getStatus.fullName, more: false, before: deadline) { _ in }
        try send(AgentMethod.listPlaces.fullName, more: false, before: deadline) { _ in }
        meanwhile()
        let status: StatusReport = try ControlClient.read(try receive(before: deadline).parameters)
        var page: PlacePage = try ControlClient.read(try receive(before: deadline).parameters)
        var places = page.places
        while let next = page.next {
            page = try self.places(after: next)
            places.append(contentsOf: page.places)
        }
        return (status, places)
    }

    /// The state of everything, then what changes, for ever.
    package func monitor() throws(ControlClientError) -> ControlStream<MonitorUpdate> {
        try stream(AgentMethod.monitor.fullName)
    }

    /// The layers of `windsock check`.
    ///
    /// `fresh` asks for new probes; nil for new ones if the caller may, else the last.
    package func diagnose(fresh: Bool? = nil) throws(ControlClientError) -> [DiagnosisLine] {
        let reply = try call(.diagnose, within: ControlClient.networkPatience) { json in
            json.member("fresh", fresh)
        }
        return try ControlClient.read(reply) { reply throws(ShapeError) in try reply.list("lines") }
    }

    // MARK: the watch list

    package func add(_ request: AddPlaceRequest) throws(ControlClientError) -> PlaceReport {
        try place(call(.addPlace, within: ControlClient.networkPatience, parameters: request.writeMembers))
    }

    /// Adds all or none.
    package func add(_ requests: [AddPlaceRequest]) throws(ControlClientError) -> [PlaceReport] {
        let reply = try call(.addPlaces, within: ControlClient.networkPatience) { json in
            json.member("places", requests)
        }
        return try ControlClient.read(reply) { reply throws(ShapeError) in try reply.list("places") }
    }

    /// Removes all or none.
    package func remove(_ names: [String]) throws(ControlClientError) -> [PlaceReport] {
        try placeList(call(.removePlaces) { json in json.member("names", names) })
    }

    /// Pauses or resumes all or none.
    package func setPaused(_ isPaused: Bool, _ names: [String]) throws(ControlClientError) -> [PlaceReport] {
        let reply = try call(.pausePlaces) { json in
            json.member("names", names)
            json.member("paused", isPaused)
        }
        return try placeList(reply)
    }

    /// Removes a place with its history and returns it as it was.
    package func remove(_ name: String) throws(ControlClientError) -> PlaceReport {
        try place(call(.removePlace) { json in json.member("name", name) })
    }

    package func rename(_ name: String, to newName: String) throws(ControlClientError) -> PlaceReport {
        try place(
            call(.updatePlace) { json in
                json.member("name", name)
                json.member("new_name", newName)
            })
    }

    /// Pauses or resumes a place.
    package func setPaused(_ isPaused: Bool, _ name: String) throws(ControlClientError) -> PlaceReport {
        try place(
            call(.updatePlace) { json in
                json.member("name", name)
                json.member("paused", isPaused)
            })
    }

    /// Decides an ambiguous place by the number of the match, from 1.
    package func pick(_ name: String, number: Int) throws(ControlClientError) -> PlaceReport {
        try place(
            call(.pickPlace) { json in
                json.member("name", name)
                json.member("number", number)
            })
    }

    /// What geocoding knows by this name.
    package func search(_ query: String) throws(ControlClientError) -> [PlaceCandidate] {
        let reply = try call(.searchPlaces, within: ControlClient.networkPatience) { json in
            json.member("query", query)
        }
        return try ControlClient.read(reply) { reply throws(ShapeError) in try reply.list("candidates") }
    }

    // MARK: the agent

    /// Starts fetching the places, all when empty, and returns how far that has come at once.
    package func sync(_ names: [String] = []) throws(ControlClientError) -> SyncProgress {
        try ControlClient.read(try call(.sync) { json in json.member("places", names) })
    }

    /// Starts fetching the places, all when empty, and reports until all are done.
    ///
    /// Dropping the stream stops nothing.
    package func syncProgress(
        _ names: [String] = []
    ) throws(ControlClientError) -> ControlStream<SyncProgress> {
        try stream(AgentMethod.sync.fullName) { json in json.member("places", names) }
    }

    /// Puts a key in force and returns what is known of it.
    package func setKey(_ key: String) throws(ControlClientError) -> KeyReport {
        try keyState(call(.setKey) { json in json.member("key", key) })
    }

    /// Takes the key away that `setKey` brought.
    package func clearKey() throws(ControlClientError) -> KeyReport {
        try keyState(call(.clearKey))
    }

    /// Probes now and returns the verdict, within 15 s.
    package func probe() throws(ControlClientError) -> ReachabilityReport {
        try reachability(call(.probe, within: ControlClient.networkPatience))
    }

    package func force(_ state: ForcedState) throws(ControlClientError) -> ReachabilityReport {
        try reachability(call(.force) { json in json.member("state", state.rawValue) })
    }

    /// Reads the configuration again.
    package func reload() throws(ControlClientError) {
        _ = try call(.reload)
    }

    // MARK: the common part

    private func call(
        _ method: AgentMethod, within patience: Duration = ControlClient.patience,
        parameters: (inout JSONWriter) -> Void = { _ in }
    ) throws(ControlClientError) -> JSONValue {
        try call(method.fullName, within: patience, parameters: parameters)
    }

    private func place(_ reply: JSONValue) throws(ControlClientError) -> PlaceReport {
        try ControlClient.read(reply) { reply throws(ShapeError) in try reply.object("place") }
    }

    private func placeList(_ reply: JSONValue) throws(ControlClientError) -> [PlaceReport] {
        try ControlClient.read(reply) { reply throws(ShapeError) in try reply.list("places") }
    }

    private func keyState(_ reply: JSONValue) throws(ControlClientError) -> KeyReport {
        try ControlClient.read(reply) { reply throws(ShapeError) in try reply.object("key") }
    }

    private func reachability(_ reply: JSONValue) throws(ControlClientError) -> ReachabilityReport {
        try ControlClient.read(reply) { reply throws(ShapeError) in try reply.object("reachability") }
    }

    static func read<Value: ControlValue>(_ reply: JSONValue) throws(ControlClientError) -> Value {
        try read(reply) { reply throws(ShapeError) in try Value(reading: reply) }
    }

    private static func read<Result>(
        _ reply: JSONValue, _ body: (ObjectReader) throws(ShapeError) -> Result
    ) throws(ControlClientError) -> Result {
        do throws(ShapeError) {
            return try body(try ObjectReader(reply))
        } catch {
            throw .protocolFault(error.description)
        }
    }
}
