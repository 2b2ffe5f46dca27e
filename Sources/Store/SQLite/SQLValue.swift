package import Core

/// A value bound to a parameter of a statement.
///
/// Missing is `null`, never zero.
package enum SQLValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// Stored byte by byte as it is, NUL and text-direction controls included.
    case text(String)

    package init(_ value: Int64?) { self = value.map(SQLValue.integer) ?? .null }
    package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    package init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
    package init(_ value: UnixTime?) { self.init(value?.seconds) }
    package init(_ value: PlaceID) { self = .integer(value.rawValue) }
    package init(_ value: Double?) { self = value.map(SQLValue.real) ?? .null }
}

extension SQLValue {
    /// A number as it is.
    ///
    /// A whole one is bound as an integer, which a REAL column keeps in as few bytes as it needs and gives
    /// back as a real (https://www.sqlite.org/datatype3.html, section 2.1).
    package static func whole(_ value: Double?) -> SQLValue {
        guard let value, value.isFinite else { return .null }
        return Int64(exactly: value).map(SQLValue.integer) ?? .real(value)
    }

    /// A number in hundredths.
    ///
    /// The service sends two decimals, so this is nearly always whole and takes two or three bytes instead of
    /// eight; a number with more decimals loses none of them.
    package static func hundredths(_ value: Double?) -> SQLValue {
        guard let value else { return .null }
        let product = value * 100
        let nearest = product.rounded()
        return whole(abs(product - nearest) < 1e-6 ? nearest : product)
    }
}
