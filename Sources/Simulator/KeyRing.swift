import EventLoop

/// The API keys that are accepted now.
final class KeyRing: Sendable {
    private let keys: Lock<Set<String>>

    init(_ keys: [String]) {
        self.keys = Lock(Set(keys))
    }

    func replace(with keys: [String]) {
        self.keys.withLock { $0 = Set(keys) }
    }

    func accepts(_ key: String?) -> Bool {
        guard let key else { return false }
        return keys.withLock { $0.contains(key) }
    }
}
