import Core

extension JSONValue {
    /// The element of an array; nil out of range.
    subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
