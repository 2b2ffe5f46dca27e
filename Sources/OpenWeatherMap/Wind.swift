import Core

/// The `wind` object of an answer, in m/s and degrees.
struct Wind {
    let speed: Double?
    let direction: Double?
    let gust: Double?

    init(_ answer: AnswerObject, unit: UnitSystem) {
        let wind = answer.object("wind")
        func metresPerSecond(_ name: String) -> Double? {
            wind.number(name).map(unit.metresPerSecond).flatMap { PhysicalRange.wind.contains($0) ? $0 : nil }
        }
        speed = metresPerSecond("speed")
        direction = wind.number("deg", in: PhysicalRange.direction)
        gust = metresPerSecond("gust")
    }
}

extension AnswerObject {
    /// An optional temperature in °C.
    func temperature(
        _ name: String, _ unit: UnitSystem, in range: ClosedRange<Double> = PhysicalRange.temperature
    ) -> Double? {
        number(name).map(unit.celsius).flatMap { range.contains($0) ? $0 : nil }
    }
}
