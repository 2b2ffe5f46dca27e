import Core

/// Whether an answer can be one to its question: the right place, the right time, possible weather.
struct Plausibility {
    /// The service answers with its nearest grid point or station, never that far away.
    static let distanceLimit = 150.0
    static let ageLimit = Duration.days(2)
    /// The longest forecast that is asked for covers five days.
    static let horizon = Duration.days(10)

    let question: Question
    /// The server's clock, ours where it has none.
    let date: UnixTime

    /// Checks a `coord` object; one without both numbers says nothing.
    ///
    /// - Throws: `FetchFailure.implausible`.
    func position(_ coord: AnswerObject) throws(FetchFailure) {
        guard let latitude = coord.number("lat"), let longitude = coord.number("lon") else { return }
        guard let answered = Coordinates(latitude: latitude, longitude: longitude) else {
            throw .implausible("its position is not on the globe")
        }
        let distance = question.coordinates.kilometres(to: answered)
        guard distance <= Plausibility.distanceLimit else {
            throw .implausible("it is for a place \(Int(distance.rounded())) km away")
        }
    }

    /// - Throws: `FetchFailure.implausible` for a time more than two days from the server's clock.
    func time(_ time: UnixTime) throws(FetchFailure) {
        let age = time.duration(to: date)
        guard age >= .zero - Plausibility.ageLimit else {
            throw .implausible("its time is \((.zero - age).inWords) ahead")
        }
        guard age <= Plausibility.ageLimit else { throw .implausible("its time is \(age.inWords) ago") }
    }

    /// - Throws: `FetchFailure.implausible` for a forecast beyond the horizon.
    func latest(_ time: UnixTime) throws(FetchFailure) {
        guard time <= date.advanced(by: Plausibility.horizon) else {
            throw .implausible("it looks \(date.duration(to: time).inWords) ahead")
        }
    }

    /// - Throws: `FetchFailure.implausible` for a temperature that this planet does not have.
    func temperature(_ celsius: Double) throws(FetchFailure) {
        guard PhysicalRange.temperature.contains(celsius) else {
            throw .implausible("its temperature is \(celsius) °C")
        }
    }

    /// A moment near `time`, such as its sunrise; nil for the 0 that polar days and nights have.
    func near(_ time: UnixTime, _ seconds: Int64?) -> UnixTime? {
        guard let seconds, seconds > 0 else { return nil }
        let moment = UnixTime(seconds: seconds)
        let distance = time.duration(to: moment)
        return (.zero - Plausibility.ageLimit...Plausibility.ageLimit).contains(distance) ? moment : nil
    }
}
