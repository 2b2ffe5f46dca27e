import Core
import Glibc
import Store
import TestSupport
import Testing

extension TestDirectory {
    /// The path of the database in it.
    var database: String { file("windsock.db") }

    /// The names of the files in it, sorted.
    var files: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Writes a file, over one that is there.
    func write(_ bytes: [UInt8], to name: String) { TextFile.write(bytes, to: file(name)) }
}

/// Runs `body` with a new store and a reader beside it, and closes both.
func withStore(
    maximumBytes: Int64? = nil, _ body: (Store, StoreReader) async throws -> Void
) async throws {
    let directory = TestDirectory()
    let store = try await Store.open(at: directory.database, maximumBytes: maximumBytes)
    do {
        try await body(store, StoreReader(path: directory.database))
    } catch {
        await store.close()
        throw error
    }
    await store.close()
}

/// Seconds on the time line of a test; 1 is 2026-01-01T00:00:01Z.
func second(_ seconds: Int64) -> UnixTime {
    UnixTime(seconds: 1_767_225_600 + seconds)
}

func coordinates(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
}

extension Store {
    /// Adds one active place.
    func addPlace(_ name: String) async throws -> PlaceID {
        let place = NewPlace(name: name, at: try coordinates(51.5, -0.12))
        return try #require(try await addPlaces([place], at: second(0)).first).id
    }

    /// Stores an answer that needs no decoding.
    @discardableResult
    func keep(_ weather: Weather, for places: PlaceID..., fetchedAt: UnixTime) async throws -> StoredOutcome {
        try await store(for: places, fetchedAt: fetchedAt) { .success(weather) }.get()
    }
}

extension Weather {
    static func current(_ seconds: Int64, _ temperature: Double) -> Weather {
        .current(
            CurrentWeather(observation: Observation(observedAt: second(seconds), temperature: temperature)))
    }
}
