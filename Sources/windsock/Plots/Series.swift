package import Core

/// Values over time, ready to be drawn.
package struct Series: Sendable {
    package struct Point: Equatable, Sendable {
        package let at: UnixTime
        package let value: Double

        package init(at: UnixTime, value: Double) {
            self.at = at
            self.value = value
        }
    }

    /// In order of time, finite values only.
    package let points: [Point]

    package init(_ points: [Point]) {
        self.points = points.filter(\.value.isFinite).sorted { $0.at < $1.at }
    }

    package var range: ClosedRange<Double>? {
        guard let least = points.map(\.value).min(), let most = points.map(\.value).max() else { return nil }
        return least...most
    }

    /// The values at `count` evenly spaced times, straight lines between neighbours.
    ///
    /// Nil outside the points and between two that lie further apart than `gap`: a line through an outage
    /// would be invented.
    package func sampled(_ window: PlotWindow, count: Int, gap: Duration) -> [Double?] {
        var after = 0
        return (0..<count).map { index in
            let time = window.time(at: (Double(index) + 0.5) / Double(count))
            while after < points.count, points[after].at < time { after += 1 }
            guard after < points.count else { return edge(after - 1, time, window, count) }
            let next = points[after]
            guard after > 0 else { return edge(0, time, window, count) }
            let previous = points[after - 1]
            let span = previous.at.duration(to: next.at).inSeconds
            guard span > 0, span <= gap.inSeconds else {
                return edge(after, time, window, count) ?? edge(after - 1, time, window, count)
            }
            let part = previous.at.duration(to: time).inSeconds / span
            return previous.value + (next.value - previous.value) * part
        }
    }

    /// The value of a point that stands alone, in the sample it falls into.
    private func edge(_ index: Int, _ time: UnixTime, _ window: PlotWindow, _ count: Int) -> Double? {
        guard points.indices.contains(index) else { return nil }
        let half = window.span.inSeconds / Double(count) / 2
        return abs(points[index].at.duration(to: time).inSeconds) <= half + 1 ? points[index].value : nil
    }

    /// The largest value in each of `count` equal spans of time; nil where there is none.
    ///
    /// - Parameter covering: how much time before its own a value speaks for, such as three hours of rain.
    package func maxima(_ window: PlotWindow, count: Int, covering: Duration) -> [Double?] {
        var maxima: [Double?] = Array(repeating: nil, count: count)
        for point in points {
            let until = column(of: point.at, window, count)
            let from = column(of: point.at.advanced(by: .zero - covering), window, count)
            guard until >= 0, from < count else { continue }
            for index in max(from, 0)...max(min(until - 1, count - 1), max(from, 0)) {
                maxima[index] = max(maxima[index] ?? point.value, point.value)
            }
        }
        return maxima
    }

    private func column(of time: UnixTime, _ window: PlotWindow, _ count: Int) -> Int {
        let part = window.start.duration(to: time).inSeconds / max(1, window.span.inSeconds)
        return Int((min(max(part, -1), 2) * Double(count)).rounded(.down))
    }
}
