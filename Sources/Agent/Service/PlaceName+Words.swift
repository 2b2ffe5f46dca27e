import Core

extension PlaceQuery {
    /// The query as the user wrote it.
    var words: String {
        switch self {
        case .name(let name), .zip(let name): name
        }
    }
}

extension PlaceName.Fault {
    var what: String {
        switch self {
        case .empty: "the name is empty"
        case .tooLong(let count): "the name has \(count) characters"
        case .unprintable: "the name holds control characters"
        }
    }

    var why: String {
        switch self {
        case .empty: "name is a required field"
        case .tooLong: "at most \(PlaceName.lengthLimit) are kept"
        case .unprintable: "they could not be shown"
        }
    }
}
