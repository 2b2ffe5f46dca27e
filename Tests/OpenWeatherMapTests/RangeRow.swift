import Core
import Testing

/// An optional number of the current weather, with texts that are kept and texts that become nil.
struct RangeRow: Sendable, CustomTestStringConvertible {
    var name: String
    /// The object of the answer it stands in; nil for the outermost.
    var object: String?
    var kept: [String]
    var dropped: [String]
    var member: @Sendable (Observation) -> Double?

    var testDescription: String { name }

    static let all: [RangeRow] = [
        RangeRow(
            name: "pressure", object: "main", kept: ["300", "1200"],
            dropped: ["299.9", "1200.1", "0", "null"]
        ) { $0.pressure },
        RangeRow(name: "sea_level", object: "main", kept: ["1021"], dropped: ["-1", "\"x\""]) {
            $0.seaLevelPressure
        },
        RangeRow(name: "grnd_level", object: "main", kept: ["986.36"], dropped: ["null"]) {
            $0.groundLevelPressure
        },
        RangeRow(name: "humidity", object: "main", kept: ["0", "100"], dropped: ["101", "-1"]) {
            $0.humidity
        },
        RangeRow(name: "feels_like", object: "main", kept: ["-60"], dropped: ["281", "\"x\""]) {
            $0.feelsLike
        },
        RangeRow(name: "temp_min", object: "main", kept: ["-89"], dropped: ["-101"]) {
            $0.temperatureMinimum
        },
        RangeRow(name: "temp_max", object: "main", kept: ["56"], dropped: ["71"]) { $0.temperatureMaximum },
        RangeRow(name: "speed", object: "wind", kept: ["0", "150"], dropped: ["-0.1", "151"]) {
            $0.windSpeed
        },
        RangeRow(name: "gust", object: "wind", kept: ["113"], dropped: ["1e9"]) { $0.windGust },
        RangeRow(name: "deg", object: "wind", kept: ["0", "360", "9.00165"], dropped: ["-1", "361"]) {
            $0.windDirection
        },
        RangeRow(name: "all", object: "clouds", kept: ["0", "100"], dropped: ["100.5"]) { $0.cloudCover },
        RangeRow(name: "visibility", kept: ["0", "16093"], dropped: ["-1", "1e6"]) { $0.visibility },
    ]
}
