import Core

/// Temperature as a line, precipitation as bars, and the time below them.
package struct WeatherPlot: Sendable {
    package var temperatures: Series
    package var precipitation: Series
    /// How long before its time a value of precipitation has been measured.
    package var precipitationSpan: Duration
    package var window: PlotWindow
    /// Points further apart than this are not joined.
    package var gap: Duration
    package var zone: LocalTime.Zone
    /// What one unit of the temperatures is called, such as `°C`.
    package var unit: String

    package init(
        temperatures: Series, precipitation: Series, precipitationSpan: Duration, window: PlotWindow,
        gap: Duration, zone: LocalTime.Zone, unit: String
    ) {
        self.temperatures = temperatures
        self.precipitation = precipitation
        self.precipitationSpan = precipitationSpan
        self.window = window
        self.gap = gap
        self.zone = zone
        self.unit = unit
    }

    private static let labelWidth = 8
    /// Past this the picture gets wider but not clearer.
    private static let widest = 92

    /// The picture, at most `width` columns wide; empty when there is no temperature in the window.
    package func lines(width: Int, isPlain: Bool) -> [String] {
        let columns = min(width, WeatherPlot.widest) - WeatherPlot.labelWidth
        guard columns >= 12, let range = temperatures.range else { return [] }
        let rows = isPlain ? 4 : 2
        let samples = temperatures.sampled(window, count: isPlain ? columns : columns * 2, gap: gap)
        let picture =
            isPlain
            ? BraillePlot.plainRows(samples, range: range, rows: rows)
            : BraillePlot.rows(samples, range: range, rows: rows)
        var lines = picture.enumerated().map { index, row in
            let value = index == 0 ? range.upperBound : index == rows - 1 ? range.lowerBound : nil
            return label(value.map { "\($0.text(0)) \(unit)" } ?? "") + row
        }
        if let wettest = precipitation.range?.upperBound, wettest > 0 {
            let bars = precipitation.maxima(window, count: columns, covering: precipitationSpan)
            lines.append(
                label("\(wettest.text(1)) mm") + BlockPlot.row(bars, maximum: wettest, isPlain: isPlain))
        }
        lines.append(label("") + TimeAxis.line(window, columns: columns, zone: zone))
        return lines.map { line in
            String(line.reversed().drop { $0 == " " || $0 == "\u{2800}" }.reversed())
        }
    }

    private func label(_ text: String) -> String {
        text.fitted(WeatherPlot.labelWidth - 1, alignment: .right) + " "
    }
}
