import Core
import Testing
import windsock

struct PlotTests {
    private func window(hours: Int) throws -> PlotWindow {
        try #require(
            PlotWindow(start: UnixTime(seconds: 0), end: UnixTime(seconds: 0).advanced(by: .hours(hours))))
    }

    private func series(_ values: [(hour: Int, value: Double)]) -> Series {
        Series(values.map { .init(at: UnixTime(seconds: Int64($0.hour) * 3600), value: $0.value) })
    }

    @Test func `a rising line is drawn from the bottom left to the top right`() {
        let rows = BraillePlot.rows((0..<16).map { Double($0) }, range: 0...15, rows: 2)
        #expect(rows == ["⠀⠀⠀⠀⣀⠤⠒⠉", "⣀⠤⠒⠉⠀⠀⠀⠀"])
    }

    @Test func `a step is drawn as a stroke and a gap stays a gap`() {
        #expect(BraillePlot.rows([0, 7, nil, nil, 7, 0], range: 0...7, rows: 2) == ["⢸⠀⢱", "⡸⠀⢸"])
    }

    @Test func `a line without height is drawn in the middle`() {
        #expect(BraillePlot.rows([5, 5, 5, 5], range: 5...5, rows: 1) == ["⠤⠤"])
        #expect(BraillePlot.rows([5, 5], range: 5...5, rows: 2).count == 2)
    }

    @Test func `without braille there are marks`() {
        #expect(BraillePlot.plainRows([0, 1, 2, 3, nil], range: 0...3, rows: 2) == ["  .' ", ".'   "])
    }

    @Test func `bars show the least of anything and never nothing`() {
        #expect(BlockPlot.row([0, nil, 0.01, 0.5, 1, 7], maximum: 1) == "  ▁▄██")
        #expect(BlockPlot.row([1], maximum: 0) == " ")
        #expect(BlockPlot.row([0.1, 1], maximum: 1, isPlain: true) == ".#")
    }

    @Test func `an outage is not bridged by a line`() throws {
        let samples = series([(0, 0), (1, 10), (5, 10), (6, 0)])
            .sampled(try window(hours: 6), count: 6, gap: .hours(2))
        #expect(samples == [5, 10, nil, nil, nil, 5] || samples == [5, 10, nil, nil, 10, 5])
    }

    @Test func `rain is drawn over the time it fell in`() throws {
        let rain = series([(3, 1), (6, 0), (9, 2)])
        #expect(
            rain.maxima(try window(hours: 9), count: 9, covering: .hours(3)) == [1, 1, 1, 0, 0, 0, 2, 2, 2])
    }

    @Test func `the axis names midnights and hours, and days when the stretch is long`() throws {
        #expect(
            TimeAxis.line(try window(hours: 24), columns: 48, zone: .offset(0))
                == "Thu   3     6     9     12    15    18    21    ")
        let week = TimeAxis.line(try window(hours: 24 * 5), columns: 60, zone: .offset(0))
        #expect(week.hasPrefix("Thu") && week.contains("Fri") && week.contains("12"))
        let month = TimeAxis.line(try window(hours: 24 * 28), columns: 60, zone: .offset(0))
        #expect(month.contains("01-08") && month.count <= 60)
    }

    @Test func `a picture is no wider than the terminal`() throws {
        let plot = WeatherPlot(
            temperatures: series((0..<40).map { ($0 * 3, Double($0 % 8) - 6) }),
            precipitation: series((0..<40).map { ($0 * 3, $0 % 5 == 0 ? 0.4 : 0) }),
            precipitationSpan: .hours(3),
            window: try window(hours: 117), gap: .hours(6), zone: .offset(0), unit: "°C")
        for isPlain in [false, true] {
            let lines = plot.lines(width: 80, isPlain: isPlain)
            #expect(lines.count == (isPlain ? 6 : 4))
            for line in lines { #expect(DisplayWidth.of(line) <= 80) }
            #expect(lines.first?.hasPrefix("   1 °C ") == true)
        }
        #expect(plot.lines(width: 10, isPlain: false).isEmpty)
    }

    @Test func `a window has a length, and ends within a century`() {
        let zero = UnixTime(seconds: 0)
        #expect(PlotWindow(start: zero, end: zero) == nil)
        #expect(PlotWindow(start: UnixTime(seconds: .min), end: UnixTime(seconds: .max)) == nil)
    }
}
