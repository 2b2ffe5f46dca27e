package import Control
package import OpenWeatherMap

/// What one source of a key has to offer.
package struct KeyFinding: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case absent
        case usable(APIKey)
        /// There is something, and why it is not used.
        case refused(String)
    }

    package var source: KeyReport.Source
    /// The file, or the variable.
    package var place: String
    package var content: Content
}

/// All sources at one moment, in their order.
package struct KeyFindings: Equatable, Sendable {
    package var findings: [KeyFinding]

    /// The first usable one.
    package var inForce: KeyFinding? {
        findings.first { if case .usable = $0.content { true } else { false } }
    }

    package var key: APIKey? {
        if case .usable(let key) = inForce?.content { return key }
        return nil
    }

    /// Sources that hold a usable key as well but come later.
    package var shadowed: [KeyReport.Source] {
        guard let inForce else { return [] }
        return findings.drop { $0 != inForce }.dropFirst().filter { finding in
            if case .usable = finding.content { return finding.source != inForce.source }
            return false
        }.map(\.source)
    }

    /// Why there is no key, in words, when something was refused.
    package var complaint: String? {
        guard inForce == nil else { return nil }
        for finding in findings {
            if case .refused(let why) = finding.content { return "\(finding.place): \(why)" }
        }
        return nil
    }
}
