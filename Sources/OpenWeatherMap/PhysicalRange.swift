/// What can be true on this planet; a value outside is a fault of the sender.
///
/// The limits leave room beyond the records of the World Meteorological Organization
/// (https://wmo.asu.edu).
enum PhysicalRange {
    /// °C; recorded are -89.2 and 56.7.
    static let temperature = -100.0...70.0
    /// °C, wind chill and heat included.
    static let feltTemperature = -130.0...100.0
    /// hPa; on Mount Everest it is about 330.
    static let pressure = 300.0...1200.0
    static let percent = 0.0...100.0
    /// Metres.
    static let visibility = 0.0...200_000.0
    /// m/s; the strongest recorded gust was 113.
    static let wind = 0.0...150.0
    static let direction = 0.0...360.0
    /// mm in one hour or three; recorded are 305 in one.
    static let precipitation = 0.0...1000.0
    static let probability = 0.0...1.0
    /// µg/m³; dust storms reach tens of thousands.
    static let concentration = 0.0...1_000_000.0
    static let airQualityIndex: ClosedRange<Int64> = 1...5
    /// Seconds east of UTC.
    static let utcOffset: ClosedRange<Int64> = -50_400...50_400
}
