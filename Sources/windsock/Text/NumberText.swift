extension Double {
    /// The number with this many digits behind the point, `−` as the sign, and never a negative zero.
    ///
    /// Rounds half away from zero. Numbers past 10^15 are written without a fraction, what is not finite as
    /// `–`.
    package func text(_ digits: Int) -> String {
        guard isFinite else { return "–" }
        let scale = [1.0, 10, 100, 1000, 10_000][min(max(digits, 0), 4)]
        let scaled = (magnitude * scale).rounded()
        guard let whole = Int64(exactly: scaled), scaled < 1e15 else { return description }
        let sign = self < 0 && whole != 0 ? "−" : ""
        guard scale > 1 else { return sign + String(whole) }
        let (integer, fraction) = whole.quotientAndRemainder(dividingBy: Int64(scale))
        let padded = String(fraction)
        return sign + String(integer) + "."
            + String(repeating: "0", count: max(0, digits - padded.count)) + padded
    }

    /// The number for machines: `-` as the sign.
    package func plainText(_ digits: Int) -> String {
        let text = text(digits)
        return text.hasPrefix("−") ? "-" + text.dropFirst() : text
    }
}

extension Int {
    /// The number with commas between thousands: `1,000,000`.
    package var grouped: String {
        var text = ""
        let digits = String(magnitude)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return self < 0 ? "−" + text : text
    }

    /// `1 place`, `4 places`.
    package func counted(_ singular: String, _ plural: String? = nil) -> String {
        grouped + " " + (self == 1 ? singular : plural ?? singular + "s")
    }
}

extension Int64 {
    /// A number of bytes: `812 B`, `2.4 MB`, `1.1 GB`, by powers of 1000.
    package var asBytes: String {
        var value = Double(self)
        guard value >= 1000 else { return "\(self) B" }
        var unit = "B"
        for larger in ["kB", "MB", "GB", "TB"] where value >= 999.95 {
            value /= 1000
            unit = larger
        }
        return value.text(1) + " " + unit
    }
}
