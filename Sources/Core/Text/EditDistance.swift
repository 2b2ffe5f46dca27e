extension String {
    /// The candidate that this word is most likely a slip of; nil when none is near.
    ///
    /// Near is at most one slip in three characters, and one at least. Letter case does not count.
    package func nearest(of candidates: [String]) -> String? {
        let limit = max(1, count / 3)
        let word = Array(lowercased())
        return candidates.map { ($0, EditDistance.between(word, Array($0.lowercased()))) }
            .filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }
}

/// How many slips lie between two words.
enum EditDistance {
    /// Insertions, deletions, substitutions and swaps of neighbours ("optimal string alignment").
    static func between(_ left: [Character], _ right: [Character]) -> Int {
        // A name from outside may be long; past this nothing is a slip of anything.
        guard left.count <= 128, right.count <= 128 else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let same = left[row] == right[column]
                var cost = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
