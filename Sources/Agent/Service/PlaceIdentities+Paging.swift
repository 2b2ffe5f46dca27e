import Core

extension [PlaceID] {
    /// The first index whose element passes, in an array in which those that pass follow those that do not.
    func partitioningIndex(where passes: (PlaceID) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if passes(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
