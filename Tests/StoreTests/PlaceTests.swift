import Core
import Store
import Testing

@Suite struct PlaceTests {
    private let portland = PlaceCandidate(
        name: "Portland", state: "Oregon", country: "US",
        coordinates: Coordinates(latitude: 45.5202, longitude: -122.6742) ?? .greenwich)

    @Test func `places come back as they were added, in order`() async throws {
        try await withStore { store, reader in
            let places = [
                NewPlace(name: "Home", at: try coordinates(-33.9249, 18.4241)),
                NewPlace(name: "Somewhere", pending: .name("Portland")),
                NewPlace(name: "Mail", pending: .zip("10001,US")),
                NewPlace(name: "Portland", query: .name("Portland,OR,US"), resolved: portland),
            ]
            let added = try await store.addPlaces(places, at: second(5))
            #expect(try await store.places() == added)
            #expect(try reader.places() == added)
            #expect(added.map(\.status) == [.active, .pending, .pending, .active])
            #expect(
                added.map(\.query) == [nil, .name("Portland"), .zip("10001,US"), .name("Portland,OR,US")])
            #expect(added[0].coordinates == (try coordinates(-33.9249, 18.4241)))
            #expect(added[3].state == "Oregon")
            #expect(added.allSatisfy { $0.createdAt == second(5) })
            #expect(try await store.place(added[2].id) == added[2])
            #expect(try await store.place(PlaceID(99)) == nil)
        }
    }

    @Test(arguments: [("Oslo", "OSLO"), ("Århus", "århus"), ("МОСКВА", "Москва")])
    func `a name is taken in any letter case`(names: (String, String)) async throws {
        try await withStore { store, reader in
            _ = try await store.addPlace(names.0)
            await #expect(throws: StoreError.duplicateName(names.1)) { try await store.addPlace(names.1) }
            #expect(try reader.places().count == 1)
            #expect(try reader.place(named: names.1)?.name == names.0)
        }
    }

    @Test func `of a list with a clash nothing is added`() async throws {
        try await withStore { store, reader in
            _ = try await store.addPlace("Oslo")
            let list = ["Bergen", "Tromsø", "oslo"].map { NewPlace(name: $0, pending: .name($0)) }
            await #expect(throws: StoreError.duplicateName("oslo")) {
                _ = try await store.addPlaces(list, at: second(1))
            }
            #expect(try reader.places().map(\.name) == ["Oslo"])
        }
    }

    @Test func `ten thousand places are added and removed at once`() async throws {
        try await withStore { store, reader in
            let list = try (0..<10_000).map {
                NewPlace(name: "Place \($0)", at: try coordinates(Double($0) / 200, 10))
            }
            let added = try await store.addPlaces(list, at: second(1))
            #expect(Set(added.map(\.id)).count == 10_000)
            #expect(try reader.places() == added)
            try await store.removePlaces(added.map(\.id))
            #expect(try reader.places().isEmpty)
        }
    }

    @Test func `a removed place takes its history along, and its number is not used again`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            let bergen = try await store.addPlace("Bergen")
            for place in [oslo, bergen] {
                try await store.keep(.current(1, 4), for: place, fetchedAt: second(2))
                try await store.keep(
                    .air(AirQuality(observedAt: second(1))), for: place, fetchedAt: second(2))
                try await store.keep(.forecast(try forecast(10)), for: place, fetchedAt: second(2))
                try await store.record(
                    SyncChange(
                        attempts: [.sample(1, place: place)],
                        schedules: [ScheduleRecord(place: place, kind: .current)]))
            }
            try await store.removePlaces([bergen])
            #expect(try reader.places().map(\.id) == [oslo])
            let rows = try await store.read { (connection) throws(StoreError) in
                let tables = [
                    "observation", "air", "forecast", "latest", "schedule", "attempt", "candidate", "removed",
                ]
                return try tables.map { (table) throws(StoreError) in
                    try connection.number("SELECT count(*) FROM \(table)")
                }
            }
            #expect(rows == [1, 1, 1, 3, 1, 1, 0, 0])
            let again = try await store.addPlace("Bergen")
            #expect(again > bergen)
            #expect(try reader.currents(of: [again]).isEmpty)
        }
    }

    @Test func `removing a place that is not there removes none`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("Oslo")
            await #expect(throws: StoreError.noSuchPlace(PlaceID(77))) {
                try await store.removePlaces([oslo, PlaceID(77)])
            }
            #expect(try reader.places().map(\.id) == [oslo])
            // The same place twice is one removal.
            try await store.removePlaces([oslo, oslo])
            #expect(try reader.places().isEmpty)
        }
    }

    @Test func `an answer for a place removed meanwhile is passed over`() async throws {
        try await withStore { store, _ in
            let oslo = try await store.addPlace("Oslo")
            let bergen = try await store.addPlace("Bergen")
            try await store.removePlaces([bergen])
            #expect(try await store.keep(.current(1, 4), for: bergen, fetchedAt: second(2)) == .unchanged)
            #expect(try await store.keep(.current(1, 4), for: bergen, oslo, fetchedAt: second(2)) == .stored)
            try await store.record(
                SyncChange(
                    attempts: [.sample(1, place: bergen), .sample(2, place: nil)],
                    schedules: [ScheduleRecord(place: bergen, kind: .air)]))
            let left = try await store.read { (connection) throws(StoreError) in
                try ["observation", "latest", "schedule", "attempt"].map { (table) throws(StoreError) in
                    try connection.number("SELECT count(*) FROM \(table)")
                }
            }
            #expect(left == [1, 1, 0, 1])
        }
    }

    @Test func `a place may be renamed, also to another spelling of its name`() async throws {
        try await withStore { store, reader in
            let oslo = try await store.addPlace("oslo")
            _ = try await store.addPlace("Bergen")
            try await store.rename(oslo, to: "Oslo")
            #expect(try reader.places().map(\.name) == ["Oslo", "Bergen"])
            await #expect(throws: StoreError.duplicateName("BERGEN")) {
                try await store.rename(oslo, to: "BERGEN")
            }
            await #expect(throws: StoreError.noSuchPlace(PlaceID(9))) {
                try await store.rename(PlaceID(9), to: "Nowhere")
            }
        }
    }

    @Test func `candidates are kept until one is chosen`() async throws {
        try await withStore { store, reader in
            let place = try await store.addPlaces(
                [NewPlace(name: "Portland", pending: .name("Portland"))], at: second(1))[0]
            var other = portland
            other.state = nil
            other.coordinates = try coordinates(43.6573, -70.2589)
            try await store.setCandidates(place.id, [portland, other])
            #expect(try await store.candidates(of: place.id) == [portland, other])
            #expect(try reader.candidates(of: place.id) == [portland, other])
            #expect(try await store.place(place.id)?.status == .ambiguous)

            try await store.resolve(place.id, to: other)
            let resolved = try #require(try await store.place(place.id))
            #expect(resolved.status == .active)
            #expect(resolved.coordinates == other.coordinates)
            #expect(resolved.resolvedName == "Portland")
            #expect(resolved.state == nil)
            #expect(resolved.country == "US")
            #expect(try await store.candidates(of: place.id).isEmpty)
        }
    }

    @Test func `a place is paused and resumed, but not fetched without a position`() async throws {
        try await withStore { store, _ in
            let oslo = try await store.addPlace("Oslo")
            try await store.setStatus(oslo, .paused)
            #expect(try await store.place(oslo)?.status == .paused)
            try await store.setStatus(oslo, .active)
            let pending = try await store.addPlaces(
                [NewPlace(name: "Bergen", pending: .name("Bergen"))], at: second(1))[0]
            let error = await #expect(throws: StoreError.self) {
                try await store.setStatus(pending.id, .active)
            }
            #expect(error?.label == "constraint")
        }
    }

    @Test func `text is stored byte by byte, NUL and text-direction controls included`() async throws {
        let hostile = "a\u{0}b\u{202E}c\u{1B}[31m'; DROP TABLE place; --\u{E000}é"
        try await withStore { store, reader in
            let candidate = PlaceCandidate(
                name: hostile, state: hostile, country: "", coordinates: portland.coordinates)
            let added = try await store.addPlaces(
                [NewPlace(name: hostile, query: .name(hostile), resolved: candidate)], at: second(1))
            #expect(try reader.places() == added)
            #expect(try reader.place(named: hostile)?.id == added[0].id)
            #expect(Array(try reader.places()[0].name.utf8) == Array(hostile.utf8))
        }
    }
}

extension Coordinates {
    fileprivate static var greenwich: Coordinates {
        guard let position = Coordinates(latitude: 51.48, longitude: 0) else { preconditionFailure() }
        return position
    }
}

/// A forecast of one step.
func forecast(_ seconds: Int64, temperature: Double = 5) throws -> Forecast {
    try #require(Forecast(steps: [ForecastStep(validAt: second(seconds), temperature: temperature)]))
}
