import Control
import Core
import EventLoop
import OpenWeatherMap
import Probes
import Store
import Transfer

// The life of one call.
extension Engine {
    /// Addresses older than this are asked for again before a call.
    private static let addressAge: Duration = .seconds(60)
    private static let lookUpDeadline: Duration = .seconds(5)

    func fetch(_ order: FetchOrder) async {
        burstMemory.callBegins()
        defer { burstMemory.callEnds() }
        let started = now
        let outcome: FetchResult.Outcome
        var response: TransferResponse?
        do throws(FetchFailure) {
            let received = try await send(order)
            response = received
            let answer = Answer(received)
            noteServerClock(answer)
            handle(.answered(order, answer.evidence))
            outcome = await take(answer, for: order)
        } catch {
            handle(.answered(order, TrafficEvidence(error)))
            outcome = .failed(error)
        }
        handle(
            .finished(
                order,
                FetchResult(
                    outcome: outcome, duration: started.moment.duration(to: now.moment),
                    bytes: response?.bytesReceived ?? 0, httpStatus: response?.status)))
    }

    /// One HTTP exchange.
    private func send(_ order: FetchOrder) async throws(FetchFailure) -> TransferResponse {
        guard let key = keys.key else { throw .noKey }
        let route = aims.api
        do throws(TransferFailure) {
            let addresses = try await parts.book.recent(
                route.firstHost, atMost: Engine.addressAge, within: Engine.lookUpDeadline)
            let request = TransferRequest(
                url: request(order).url(at: configuration.api, key: key), route: route, addresses: addresses,
                freshConnection: order.freshConnection)
            return try await parts.transport.send(request)
        } catch {
            if error.phase <= .connect { parts.book.doubt(route.firstHost) }
            throw .transfer(error)
        }
    }

    private func request(_ order: FetchOrder) -> Request {
        switch order.subject {
        case .weather(let kind, let coordinates, _):
            .weather(kind, at: coordinates, language: configuration.language)
        case .place(_, let query), .lookUp(_, let query): .geocode(query)
        }
    }

    /// Decodes the answer and stores it; the decoding of weather runs on the store's thread.
    private func take(_ answer: Answer, for order: FetchOrder) async -> FetchResult.Outcome {
        let wall = now.wall
        let redactor = Redactor(keys.key.map { [$0] } ?? [])
        guard case .weather(let kind, let coordinates, let places) = order.subject else {
            switch answer.candidates(now: wall, redactor: redactor) {
            case .success(let candidates): return .candidates(candidates)
            case .failure(let failure): return .failed(failure)
            }
        }
        let question = Question(kind, at: coordinates)
        let fetchedAt = stamp(answer)
        let decoded = Lock<Weather?>(nil)
        do throws(StoreError) {
            let result = try await parts.store.store(for: places, fetchedAt: fetchedAt) {
                let result = answer.weather(for: question, now: wall, redactor: redactor)
                if case .success(let weather) = result { decoded.withLock { $0 = weather } }
                return result
            }
            switch result {
            case .failure(let failure): return .failed(failure)
            case .success(let stored):
                supersedeKept(kind, of: places)
                noteStorage(nil)
                return .stored(stored)
            }
        } catch {
            if let weather = decoded.withLock({ $0 }), error.isWorthKeepingFor {
                kept.keep(weather, for: places, fetchedAt: fetchedAt)
            }
            noteStorage(error)
            return .notStored
        }
    }

    // MARK: the server's clock

    /// A clock this far off is wrong.
    private static let clockTolerance: Duration = .hours(1)

    private func noteServerClock(_ answer: Answer) {
        guard let date = answer.serverDate(now: now.wall) else { return }
        let offset = date.duration(to: now.wall)
        let wasWrong = isClockWrong
        clockOffset = offset
        guard isClockWrong, !wasWrong else { return }
        let direction = offset < .zero ? "behind" : "ahead of"
        let size = offset < .zero ? .zero - offset : offset
        parts.log.write(
            .warning, "this clock is \(size.inWords) \(direction) the server's; its time is stored")
    }

    private var isClockWrong: Bool {
        guard let clockOffset else { return false }
        return clockOffset > Engine.clockTolerance || clockOffset < .zero - Engine.clockTolerance
    }

    /// When an answer came: by our clock unless it is wrong.
    private func stamp(_ answer: Answer) -> UnixTime {
        guard isClockWrong, let date = answer.serverDate(now: now.wall) else { return now.wall }
        return date
    }

    // MARK: the watch list

    /// Changes a place in the store, then in memory and for the machines.
    func changePlace(
        _ identity: PlaceID, _ change: (inout Place) -> Void,
        in write: (Store) async throws(StoreError) -> Void
    ) async {
        guard var place = places[identity] else { return }
        do throws(StoreError) {
            try await write(parts.store)
            noteStorage(nil)
        } catch {
            noteStorage(error)
            return
        }
        change(&place)
        guard places[identity] != nil else { return }
        tellChanged([place])
    }

    /// A pending place has been found.
    func resolve(_ identity: PlaceID, _ candidate: PlaceCandidate) async {
        await changePlace(identity) { place in
            place.coordinates = candidate.coordinates
            place.resolvedName = candidate.name
            place.state = candidate.state
            place.country = candidate.country
            place.status = .active
        } in: { (store) throws(StoreError) in
            try await store.resolve(identity, to: candidate)
        }
    }

    /// These places are new, or other than before.
    func tellChanged(_ changed: [Place]) {
        for place in changed {
            let kind: PlaceChange.Kind =
                places.updateValue(place, forKey: place.id) == nil ? .added : .updated
            observers.tell(.place(PlaceChange(kind, report(place))))
        }
        handle(.sync(.placesChanged(changed)))
    }

    func tellRemoved(_ removed: [Place]) {
        for place in removed {
            observers.tell(.place(PlaceChange(.removed, report(place))))
            places[place.id] = nil
        }
        handle(.sync(.placesRemoved(removed.map(\.id))))
    }
}

extension Answer {
    init(_ response: TransferResponse) {
        self.init(
            status: response.status, contentType: response.contentType, date: response.date,
            retryAfter: response.retryAfter, body: response.body)
    }

    /// What this answer says about the network, before anybody has read its body: a redirect or a web page in
    /// place of data is a portal's way.
    var evidence: TrafficEvidence {
        let isPage = contentType?.lowercased().hasPrefix("text/html") == true
        return (300..<400).contains(status) || (status == 200 && isPage) ? .doubt : .answer
    }
}
