/// A row of bars, one to a column, from eighths of a block.
package enum BlockPlot {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let plain: [Character] = [".", ".", ":", ":", "|", "|", "#", "#"]

    /// Nothing and zero are a space; the least of anything is the lowest bar.
    package static func row(_ values: [Double?], maximum: Double, isPlain: Bool = false) -> String {
        let marks = isPlain ? plain : blocks
        return String(
            values.map { value in
                guard let value, value > 0, maximum > 0 else { return " " }
                let level = Int((value / maximum * Double(marks.count)).rounded(.up)) - 1
                return marks[min(max(level, 0), marks.count - 1)]
            })
    }
}
