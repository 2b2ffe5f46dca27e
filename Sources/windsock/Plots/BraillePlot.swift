/// A line drawn with the dots of braille characters, two across and four down in each.
///
/// Unicode puts the pattern of dots in the low byte from U+2800 on: dots 1 2 3 7 in the left column
/// downwards, 4 5 6 8 in the right one.
package enum BraillePlot {
    private static let leftDots: [UInt32] = [0x01, 0x02, 0x04, 0x40]
    private static let rightDots: [UInt32] = [0x08, 0x10, 0x20, 0x80]

    /// The rows of the picture, top first.
    ///
    /// - Parameters:
    ///   - samples: two for each column of text; nil leaves a gap.
    ///   - range: what the bottom and the top dot stand for.
    package static func rows(_ samples: [Double?], range: ClosedRange<Double>, rows: Int) -> [String] {
        let columns = samples.count / 2
        var cells: [[UInt32]] = Array(repeating: Array(repeating: 0, count: columns), count: rows)
        let heights = levels(samples, range: range, count: rows * 4)
        for (index, height) in heights.enumerated() where index / 2 < columns {
            guard let height else { continue }
            // A steep line is drawn as a stroke from its neighbour's height, so that it does not fall apart.
            let previous = index > 0 ? heights[index - 1] ?? height : height
            let lower = previous < height ? min(previous + 1, height) : height
            let upper = previous > height ? max(previous - 1, height) : height
            for level in lower...upper {
                let fromTop = rows * 4 - 1 - level
                let dots = index % 2 == 0 ? leftDots : rightDots
                cells[fromTop / 4][index / 2] |= dots[fromTop % 4]
            }
        }
        return cells.map { row in
            String(String.UnicodeScalarView(row.compactMap { Unicode.Scalar(0x2800 + $0) }))
        }
    }

    /// For terminals without braille: one mark for each column, two levels to a row (`.` low, `'` high).
    package static func plainRows(_ samples: [Double?], range: ClosedRange<Double>, rows: Int) -> [String] {
        let heights = levels(samples, range: range, count: rows * 2)
        return (0..<rows).map { row in
            String(
                heights.map { height -> Character in
                    guard let height, rows - 1 - height / 2 == row else { return " " }
                    return height % 2 == 0 ? "." : "'"
                })
        }
    }

    private static func levels(_ samples: [Double?], range: ClosedRange<Double>, count: Int) -> [Int?] {
        let span = range.upperBound - range.lowerBound
        return samples.map { sample in
            guard let sample else { return nil }
            guard span > 0 else { return (count - 1) / 2 }
            let part = (sample - range.lowerBound) / span * Double(count - 1)
            return min(max(Int(part.rounded()), 0), count - 1)
        }
    }
}
