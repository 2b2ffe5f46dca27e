package import Core

/// The matches of a look-up, numbered as `--pick` counts them.
package enum CandidateList {
    package static func lines(_ candidates: [PlaceCandidate]) -> [String] {
        var table = TextTable(
            [.init("", .right), .init("", mayShrink: true), .init("", .right), .init("", .right)],
            showsHeading: false)
        for (index, candidate) in candidates.enumerated() {
            table.append([
                "\(index + 1)", .init(candidate.title),
                .init(candidate.coordinates.latitude.plainText(2)),
                .init(candidate.coordinates.longitude.plainText(2)),
            ])
        }
        return table.lines(width: 78, style: .plain).map { "  " + $0 }
    }
}

extension PlaceCandidate {
    /// `London, England, GB`.
    package var title: String {
        [name, state, country].compactMap { $0 }.filter { !$0.isEmpty }.map { $0.printable() }
            .joined(separator: ", ")
    }
}
