import Core
import Testing

/// One recorded answer and what must become of it.
struct CorpusRow: Sendable, CustomTestStringConvertible {
    enum Expected: Sendable {
        case current(ExpectedCurrent)
        case forecast(ExpectedForecast)
        case air(AirQuality)
        case places([PlaceCandidate])
        case failure(FetchFailure)
    }

    var file: String
    var status = 200
    var unit = UnitSystem.standard
    /// What the body is given to: a weather question, or geocoding when nil.
    var kind: WeatherKind? = .current
    /// Latitude and longitude that were asked for.
    var asked: (Double, Double) = (0, 0)
    /// The body's own time, as our clock.
    var now: Int64 = 1_600_000_000
    var expected: Expected

    var testDescription: String { file }
}

/// Values to two decimals; members that are nil by their names.
struct ExpectedCurrent: Sendable {
    var temperature: Double
    var wind: Double?
    var direction: Double?
    var gust: Double?
    var rain: (Double?, Double?) = (nil, nil)
    var snow: (Double?, Double?) = (nil, nil)
    var condition: Int64
    var text: String
    var name: String?
    var country: String?
    var utcOffset: Int64?
    var missing: Set<String>
}

struct ExpectedForecast: Sendable {
    var count: Int
    var first: Int64
    var last: Int64
    var temperatures: (first: Double, last: Double, lowest: Double, highest: Double)
    var wind: (Double?, Double?, Double?)
    /// Sums over all steps, and the number of steps with rain.
    var probability: Double
    var rain: (steps: Int, total: Double)
    /// Members of the first step that are nil.
    var missing: Set<String>
}

extension Double {
    var cents: Int { Int((self * 100).rounded()) }
}

/// The names of the members of a value that are nil.
func missingMembers(of value: some Any) -> Set<String> {
    let absent = Mirror(reflecting: value).children.filter { child in
        let mirror = Mirror(reflecting: child.value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }
    return Set(absent.compactMap(\.label))
}
