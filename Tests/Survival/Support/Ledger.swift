import Control
import Core
import Store
import Testing

/// What the daemon has acknowledged of the watch list, and what the database must therefore hold.
struct Ledger {
    enum Entry: Equatable {
        case present(isPaused: Bool)
        case absent
        /// The daemon said no, or nothing: either will do.
        case unknown
    }

    private(set) var entries: [String: Entry] = [:]
    /// Edits that were acknowledged.
    private(set) var acknowledged = 0

    /// Names that are known to be on the list.
    var names: [String] {
        entries.filter { $0.value != .absent && $0.value != .unknown }.keys.sorted()
    }

    enum Edit {
        case add(String, latitude: Double, longitude: Double)
        case rename(String, to: String)
        case pause(String, Bool)
        case remove(String)
    }

    /// Makes an edit and notes what became of it.
    ///
    /// - Returns: Why it was not acknowledged; nil when it was.
    mutating func make(_ edit: Edit, by client: ControlClient) -> ControlClientError? {
        do throws(ControlClientError) {
            switch edit {
            case .add(let name, let latitude, let longitude):
                entries[name] = .unknown
                _ = try client.add(AddPlaceRequest(name: name, latitude: latitude, longitude: longitude))
                entries[name] = .present(isPaused: false)
            case .rename(let old, let new):
                let before = entries[old]
                (entries[old], entries[new]) = (.unknown, .unknown)
                _ = try client.rename(old, to: new)
                (entries[old], entries[new]) = (.absent, before)
            case .pause(let name, let isPaused):
                entries[name] = .unknown
                _ = try client.setPaused(isPaused, name)
                entries[name] = .present(isPaused: isPaused)
            case .remove(let name):
                entries[name] = .unknown
                _ = try client.remove(name)
                entries[name] = .absent
            }
            acknowledged += 1
            return nil
        } catch {
            return error
        }
    }

    /// Compares with what is stored, and takes what was unknown from there.
    ///
    /// - Returns: What was acknowledged and is not so, in words.
    mutating func settle(with places: [Place]) -> [String] {
        let stored = Dictionary(uniqueKeysWithValues: places.map { ($0.name, $0.status) })
        var lost: [String] = []
        for (name, entry) in entries {
            let status = stored[name]
            switch entry {
            case .present(let isPaused):
                if status == nil { lost.append("\(name) is gone") }
                if let status, (status == .paused) != isPaused { lost.append("\(name) is \(status)") }
            case .absent:
                if status != nil { lost.append("\(name) is back") }
            case .unknown:
                entries[name] = status.map { .present(isPaused: $0 == .paused) } ?? .absent
            }
        }
        for name in stored.keys where entries[name] == nil { lost.append("\(name) is new") }
        return lost
    }
}
