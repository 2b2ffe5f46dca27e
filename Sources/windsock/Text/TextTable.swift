/// A table of text with aligned columns.
///
/// Every column is as wide as its widest cell; where the table would be wider than the terminal, the columns
/// that may shrink give way evenly, never below their heading. No line ends in a space. Cells are expected to
/// be printable.
package struct TextTable: Sendable {
    package enum Alignment: Sendable {
        case left
        case right
    }

    package struct Column: Sendable {
        package let heading: String
        package let alignment: Alignment
        package let mayShrink: Bool

        package init(_ heading: String, _ alignment: Alignment = .left, mayShrink: Bool = false) {
            self.heading = heading
            self.alignment = alignment
            self.mayShrink = mayShrink
        }
    }

    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        package let text: String
        package let tint: Tint?

        package init(_ text: String, _ tint: Tint? = nil) {
            self.text = text
            self.tint = tint
        }

        package init(stringLiteral text: String) {
            self.init(text)
        }
    }

    private static let gap = "  "

    private let columns: [Column]
    private let showsHeading: Bool
    private var rows: [[Cell]] = []

    package init(_ columns: [Column], showsHeading: Bool = true) {
        self.columns = columns
        self.showsHeading = showsHeading
    }

    /// Adds a row.
    ///
    /// Cells that are missing at its end are empty.
    package mutating func append(_ cells: [Cell]) {
        rows.append(cells)
    }

    package func lines(width: Int, style: Style) -> [String] {
        let widths = fittedWidths(width)
        var lines: [String] = []
        if showsHeading { lines.append(line(columns.map { Cell($0.heading) }, widths, .plain)) }
        return lines + rows.map { line($0, widths, style) }
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
        var text = ""
        var pending = ""
        for (index, cell) in cells.enumerated() where index < columns.count {
            let fitted = cell.text.fitted(widths[index], alignment: columns[index].alignment)
            let shown = fitted.prefix { $0 == " " }.count == fitted.count ? "" : fitted
            if shown.isEmpty {
                pending += fitted + TextTable.gap
                continue
            }
            let trailing = shown.reversed().prefix { $0 == " " }.count
            text += pending + style.tinted(String(shown.dropLast(trailing)), cell.tint)
            pending = String(repeating: " ", count: trailing) + TextTable.gap
        }
        return text
    }

    private func fittedWidths(_ available: Int) -> [Int] {
        var widths = columns.indices.map { index in
            let cells = rows.map { index < $0.count ? DisplayWidth.of($0[index].text) : 0 }
            return max(showsHeading ? DisplayWidth.of(columns[index].heading) : 0, cells.max() ?? 0)
        }
        let gaps = TextTable.gap.count * max(0, columns.count - 1)
        var excess = widths.reduce(gaps, +) - available
        while excess > 0 {
            let candidates = columns.indices.filter {
                columns[$0].mayShrink && widths[$0] > max(8, DisplayWidth.of(columns[$0].heading))
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}
