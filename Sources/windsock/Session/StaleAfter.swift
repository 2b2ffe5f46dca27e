import Control
import Core
import Glibc

/// After how long without a check weather is stale, as windsock.conf says; for when no daemon is there to tell.
///
/// The daemon checks the file as a whole; this reads the one key that display needs and never fails: without
/// a usable value the default holds.
package enum StaleAfter {
    package static let standard = CountsReport.standardStaleAfter

    static func read(_ path: String) -> Duration {
        guard case .success(let bytes) = InputFile.read(path, limit: 1 << 20) else { return standard }
        return value(in: String(decoding: bytes, as: UTF8.self))
    }

    package static func value(in text: String) -> Duration {
        var isInSection = false
        var found = standard
        for line in text.split(whereSeparator: \.isNewline) {
            // An editor's byte-order mark stands before the first line.
            let trimmed = line.filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
            if trimmed.hasPrefix("[") { isInSection = trimmed == "[sync]" }
            guard isInSection, trimmed.hasPrefix("stale_after=") else { continue }
            if let duration = Duration(configuration: trimmed.dropFirst(12)), duration > .zero {
                found = duration
            }
        }
        return found
    }
}
