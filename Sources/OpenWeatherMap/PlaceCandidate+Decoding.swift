package import Core

extension PlaceCandidate {
    /// Kilometres below which two matches are one place.
    package static let samePlace = 30.0

    /// Decodes one entry of geocoding; nil without a name and a valid position.
    init?(_ answer: AnswerObject) {
        guard let name = answer.text("name"), let latitude = answer.number("lat"),
            let longitude = answer.number("lon"),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return nil }
        self.init(
            name: name, state: answer.text("state"), country: answer.text("country"),
            coordinates: coordinates)
    }
}

extension [PlaceCandidate] {
    /// The candidates in their order, without those that lie within this distance of one that is kept.
    ///
    /// The first is always kept.
    package func distinct(within kilometres: Double) -> [PlaceCandidate] {
        var kept: [PlaceCandidate] = []
        for candidate in self {
            let isKnown = kept.contains {
                $0.coordinates.kilometres(to: candidate.coordinates) <= kilometres
            }
            if !isKnown { kept.append(candidate) }
        }
        return kept
    }
}
