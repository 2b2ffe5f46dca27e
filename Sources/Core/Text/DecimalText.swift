extension StringProtocol {
    /// The whole number in a text that is nothing but ASCII digits; nil for anything else, a sign included, and for
    /// more than `Number` holds.
    ///
    /// The standard library's initialisers take a plus sign too, which no setting and no port has.
    package func digits<Number: FixedWidthInteger>(as type: Number.Type = Number.self) -> Number? {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard !isEmpty, utf8.allSatisfy(isDigit) else { return nil }
        return Number(self)
    }
}

extension Double {
    /// The number in plain decimal digits, without an exponent, that reads back as the same number.
    ///
    /// Only numbers that are finite and below 10^16 are written so.
    package var withoutExponent: String {
        let text = description
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
            exponent < 0
        else { return text }
        let digits = text[..<mark].filter { $0 != "-" && $0 != "." }
        // `1.0e-05`: the zero behind the point is no digit of the number.
        let significant = digits.hasSuffix("0") && digits.count > 1 ? digits.dropLast() : digits[...]
        return (self < 0 ? "-" : "") + "0." + String(repeating: "0", count: -exponent - 1) + significant
    }
}
