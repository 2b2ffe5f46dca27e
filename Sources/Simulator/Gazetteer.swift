import Core

/// Geocoding: a built-in list of real cities, and an invented position for every other name.
enum Gazetteer {
    /// The service never gives more.
    static let limit = 5

    /// The candidates for `City`, `City,CC` or `City,ST,CC`, the best first; letter case does not matter.
    ///
    /// Names that begin with "Nowhere" are unknown. Every other name of letters and digits that is not in the
    /// list exists once, at a position made from the name alone.
    static func places(for query: String) -> [GazetteerPlace] {
        let parts = query.split(separator: ",").map { trimmed($0) }
        guard let name = parts.first, !name.isEmpty, parts.count <= 3 else { return [] }
        let key = name.lowercased()
        let country = parts.count > 1 ? parts[parts.count - 1].uppercased() : nil
        let state = parts.count == 3 ? parts[1].uppercased() : nil
        let namesakes = cities.filter { $0.isCalled(key) }
        guard namesakes.isEmpty else {
            return namesakes.filter { place in
                (country == nil || place.country == country) && (state == nil || place.state == state)
            }
        }
        guard !key.hasPrefix("nowhere"), isName(name) else { return [] }
        return [invented(name, country: country, state: state)]
    }

    /// The place of a postal code such as `10001,US`; nil for the code 00000.
    static func place(zip: String, country: String) -> GazetteerPlace? {
        if let known = postalCodes.first(where: { $0.zip == zip && $0.place.country == country }) {
            return known.place
        }
        guard !zip.isEmpty, zip.contains(where: { $0 != "0" }), isName(zip) else { return nil }
        return invented("Zip \(zip)", country: country, state: nil)
    }

    /// The city within about 30 km, which gives a position its name.
    static func nearest(to coordinates: Coordinates) -> GazetteerPlace? {
        cities.first { place in
            abs(place.latitude - coordinates.latitude) < 0.25
                && abs(place.longitude - coordinates.longitude) < 0.5
        }
    }

    private static func invented(_ name: String, country: String?, state: String?) -> GazetteerPlace {
        let noise = Noise(seed: Noise.hash(name.lowercased()))
        let countries = ["NO", "PT", "EE", "BR", "JP", "IS", "KE", "NZ", "CL", "CA"]
        let index = Int(noise.at(2) * Double(countries.count))
        // Away from the poles and the date line, where every degree is a special case.
        return GazetteerPlace(
            name, country ?? countries[index], state: country == "US" ? state : nil,
            ((noise.at(0) * 125 - 55) * 10_000).rounded() / 10_000,
            ((noise.at(1) * 350 - 175) * 10_000).rounded() / 10_000, 0)
    }

    private static func isName(_ text: String) -> Bool {
        text.count <= 100
            && text.contains { $0.isLetter || $0.isNumber }
            && text.allSatisfy { $0.isLetter || $0.isNumber || " -'’.".contains($0) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
