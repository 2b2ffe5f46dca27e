/// A decimal number while its digits are read, and its value where that is exact without a conversion of
/// arbitrary precision.
///
/// A significand of at most 2^53 and a power of ten of at most 10^22 are both exact doubles, so one division
/// of the two is correctly rounded (IEEE 754; Clinger 1990, "How to read floating point numbers accurately").
/// That covers every number a weather service sends.
struct JSONDecimal {
    var isNegative = false
    /// False once digits were dropped or an exponent was met; there is no value then.
    var isExact = true
    private var significand: UInt64 = 0
    /// Digits behind the point, nil without a point.
    private var fractionDigits: Int?

    /// The largest significand that can take a further digit without overflow.
    private static let room: UInt64 = 999_999_999_999_999_999

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    @inline(__always)
    mutating func append(_ digit: UInt64) {
        guard significand <= JSONDecimal.room else {
            isExact = false
            return
        }
        significand = significand * 10 + digit
    }

    @inline(__always)
    mutating func appendFraction(_ digit: UInt64) {
        append(digit)
        fractionDigits = (fractionDigits ?? 0) + 1
    }

    /// The number, or nil when it takes a conversion from its text.
    @inline(__always)
    var value: JSONValue? {
        guard isExact else { return nil }
        guard let fractionDigits else {
            // The negation of 2^63 is itself, and the bits of Int64.min.
            let bits = Int64(bitPattern: isNegative ? 0 &- significand : significand)
            let fits = significand <= UInt64(Int64.max) + (isNegative ? 1 : 0)
            return fits ? .integer(bits) : nil
        }
        guard significand <= 1 << 53, fractionDigits < JSONDecimal.powersOfTen.count else { return nil }
        let magnitude = Double(significand) / JSONDecimal.powersOfTen[fractionDigits]
        return .number(isNegative ? -magnitude : magnitude)
    }
}
