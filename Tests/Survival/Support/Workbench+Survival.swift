import Control
import Core
import DaemonSupport
import Glibc
import Store
import TestSupport
import Testing

extension Workbench {
    var state: String { folder + "/state" }
    var database: String { state + "/windsock.db" }

    /// Waits until the daemon answers, or has ended: then nil.
    func controlWhenThere() async throws -> ControlClient? {
        for _ in 0..<6000 {
            if let client = try? control { return client }
            guard daemon?.isRunning == true else { return nil }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Failure(description: "windsockd neither answers nor ends\nlog: \(log)")
    }

    var storage: DaemonReport.Storage? { try? control.status().daemon.storage }

    /// Lines of the log with these words.
    func logLines(_ words: String) -> Int {
        log.split(separator: "\n").count { $0.contains(words) }
    }

    /// Opens the database as a daemon does, and looks at all of it.
    ///
    /// - Returns: The watch list, the same as in its export.
    func inspect(_ label: String = "", expectingRecovery: Bool = false) async throws -> [Place] {
        let lock = try DatabaseLock(directory: state)
        let store = try await Store.open(at: database)
        #expect(
            (store.recovery != nil) == expectingRecovery, "\(label): \(String(describing: store.recovery))")
        let check = try await store.read { (connection) throws(StoreError) in
            try connection.rows("PRAGMA quick_check") { $0.text() }
        }
        #expect(check == ["ok"], "\(label)")
        let places = try await store.places()
        await store.close()
        let exported = TextFile.read(state + "/watch-list.csv").split(separator: "\n").dropFirst()
        #expect(
            exported.map { $0.prefix { $0 != "," } } == places.map { "\($0.id.rawValue)"[...] },
            "\(label): the export differs")
        withExtendedLifetime(lock) {}
        return places
    }

    /// The files that were set aside.
    var setAside: [String] {
        files.filter {
            $0.hasPrefix("windsock.db.corrupt-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
    }

    /// The names in the state directory, sorted.
    var files: [String] {
        guard let stream = opendir(state) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// What a run of the suite may be asked for by the environment.
enum Wanted {
    static func number(_ name: String, else usual: Int) -> Int {
        getenv(name).flatMap { Int(String(cString: $0)) } ?? usual
    }
}
