import Core

/// What the service answers when nothing is wrong with it.
struct WeatherService: Sendable {
    let keys: KeyRing

    func answer(to request: Request, at now: UnixTime, distortion: Distortion = .none) -> Answer {
        guard ["GET", "HEAD", "POST"].contains(request.method) else { return APIError.methodNotAllowed }
        let route = Route(path: request.path)
        if case .unknown = route { return APIError.unknownPath }
        guard keys.accepts(request.key) else { return APIError.unauthorized }
        let answer =
            switch route {
            case .current, .forecast, .airPollution:
                weather(route, request.query, at: now, distortion: distortion)
            case .direct: direct(request.query)
            case .zip: zip(request.query)
            case .withdrawn: APIError.unauthorized
            case .subscription: APIError.subscriptionNeeded
            case .unknown: APIError.unknownPath
            }
        guard distortion == .notNumbers, answer.status == 200 else { return answer }
        return Answer(WeatherService.withoutNumbers(answer.plainBytes))
    }

    private func weather(
        _ route: Route, _ query: Query, at now: UnixTime, distortion: Distortion
    ) -> Answer {
        let coordinates: Coordinates
        switch position(query) {
        case .success(let found): coordinates = found
        case .failure(let refusal): return refusal.answer
        }
        let body = WeatherBody(
            coordinates: coordinates, units: WeatherUnits(query["units"]), language: query["lang"],
            distortion: distortion)
        switch route {
        case .current: return Answer(body.current(at: now))
        case .airPollution: return Answer(body.air(at: now))
        default:
            guard let count = query["cnt"] else { return Answer(body.forecast(at: now, count: 40)) }
            guard let count = Int(count) else { return APIError.badRequest("wrong cnt") }
            // As on record: what is out of range means all.
            return Answer(body.forecast(at: now, count: (1...40).contains(count) ? count : 40))
        }
    }

    private struct Refusal: Error {
        let answer: Answer
    }

    /// The position in question: `lat` and `lon`, else the old `q`.
    private func position(_ query: Query) -> Result<Coordinates, Refusal> {
        guard let latitude = query["lat"], let longitude = query["lon"] else {
            guard let name = query["q"], !name.isEmpty else {
                return .failure(Refusal(answer: APIError.nothingToGeocode))
            }
            guard let place = Gazetteer.places(for: name).first,
                let found = Coordinates(latitude: place.latitude, longitude: place.longitude)
            else { return .failure(Refusal(answer: APIError.cityNotFound)) }
            return .success(found)
        }
        // The service refuses bad numbers only when `units` is given and clamps them otherwise.
        let isStrict = query["units"] != nil
        guard let latitude = number(latitude, within: 90, isStrict: isStrict) else {
            return .failure(Refusal(answer: APIError.wrongLatitude))
        }
        guard let longitude = number(longitude, within: 180, isStrict: isStrict),
            let coordinates = Coordinates(latitude: latitude, longitude: longitude)
        else { return .failure(Refusal(answer: APIError.wrongLongitude)) }
        return .success(coordinates)
    }

    private func number(_ text: String, within bound: Double, isStrict: Bool) -> Double? {
        guard let value = Double(text), !value.isNaN else { return isStrict ? nil : 0 }
        guard value.magnitude > bound else { return value }
        return isStrict ? nil : (value < 0 ? -bound : bound)
    }

    private func direct(_ query: Query) -> Answer {
        guard let name = query["q"], !name.isEmpty else { return APIError.nothingToGeocode }
        let limit = query["limit"].flatMap { Int($0) } ?? 1
        guard limit >= 0, name.contains(where: { !$0.isWhitespace }), name.utf8.count < 1000 else {
            return APIError.notFound
        }
        // A limit of 0 counts as none.
        let places = Gazetteer.places(for: name)
            .prefix(limit == 0 ? Gazetteer.limit : min(limit, Gazetteer.limit))
        var json = JSONWriter()
        json.array { json in
            for place in places { place.write(to: &json) }
        }
        return Answer(json.bytes)
    }

    private func zip(_ query: Query) -> Answer {
        guard let text = query["zip"], !text.isEmpty else { return APIError.nothingToGeocode }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let zip = String(parts[0])
        let country = parts.count > 1 ? parts[1].uppercased() : "US"
        guard let place = Gazetteer.place(zip: zip, country: country) else { return APIError.notFound }
        var json = JSONWriter()
        json.object { json in
            json.member("zip", zip)
            json.member("name", place.name)
            json.member("lat", place.latitude)
            json.member("lon", place.longitude)
            json.member("country", place.country)
        }
        return Answer(json.bytes)
    }

    /// The first temperature becomes 1e999, the first pressure NaN; likewise the first `lat` and `lon`.
    private static func withoutNumbers(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for (name, value) in [("temp", "1e999"), ("pressure", "NaN"), ("lat", "1e999"), ("lon", "NaN")] {
            let mark = Array("\"\(name)\":".utf8)
            guard let start = body.indices.first(where: { body[$0...].starts(with: mark) }) else { continue }
            let number = start + mark.count
            let end =
                body[number...].firstIndex { "0123456789.-".utf8.contains($0) == false } ?? body.endIndex
            body.replaceSubrange(number..<end, with: value.utf8)
        }
        return body
    }
}
