import Glibc
import TestSupport

extension ProcessFacts {
    /// What a process holds of the machine.
    struct Holdings: Equatable, CustomStringConvertible {
        var descriptors: Int
        var threads: [String]
        /// RssAnon of proc(5).
        var anonymousKilobytes: Int

        var description: String {
            "\(descriptors) descriptors, \(threads.count) threads, \(anonymousKilobytes) kB anonymous"
        }
    }

    static func holdings(_ identifier: pid_t) -> Holdings {
        var descriptors = 0
        if let directory = opendir("/proc/\(identifier)/fd") {
            while readdir(directory) != nil { descriptors += 1 }
            closedir(directory)
        }
        let line = TextFile.read("/proc/\(identifier)/status").split(separator: "\n")
            .first { $0.hasPrefix("RssAnon:") }
        let kilobytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
        return Holdings(
            // But for the two entries that every directory has.
            descriptors: descriptors - 2, threads: threads(identifier), anonymousKilobytes: kilobytes ?? 0)
    }

    /// The least of three seconds: probes come and go, each with a look-up's thread and sockets of its own.
    static func leastHoldings(_ identifier: pid_t) async throws -> Holdings {
        var least = holdings(identifier)
        for _ in 0..<60 {
            try await Task.sleep(for: .milliseconds(50))
            let now = holdings(identifier)
            least.descriptors = min(least.descriptors, now.descriptors)
            least.anonymousKilobytes = min(least.anonymousKilobytes, now.anonymousKilobytes)
            if now.threads.count < least.threads.count { least.threads = now.threads }
        }
        return least
    }
}
