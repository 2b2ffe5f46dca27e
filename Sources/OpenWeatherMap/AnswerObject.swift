import Core

/// One object of an answer, read leniently: a member that is absent, null, of the wrong type or out of
/// its range is nil, never zero.
struct AnswerObject {
    /// Characters that are kept of a text, and four times as many bytes.
    static let textLimit = 200

    private let value: JSONValue?
    private let redactor: Redactor

    init(_ value: JSONValue?, redactor: Redactor) {
        self.value = value
        self.redactor = redactor
    }

    /// The object that a member is; one without members when it is none.
    func object(_ name: String) -> AnswerObject {
        AnswerObject(value?[name], redactor: redactor)
    }

    /// The elements of a member that is an array.
    func array(_ name: String) -> [AnswerObject] {
        (value?[name]?.array ?? []).map { AnswerObject($0, redactor: redactor) }
    }

    /// A number, written as one or as a string that holds one.
    func number(_ name: String) -> Double? {
        value?[name].flatMap(AnswerObject.numeric)?.number
    }

    func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
        number(name).flatMap { range.contains($0) ? $0 : nil }
    }

    /// A whole number, also written `5.0` or `"5"`.
    func integer(_ name: String) -> Int64? {
        value?[name].flatMap(AnswerObject.numeric)?.integer
    }

    func integer(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        integer(name).flatMap { range.contains($0) ? $0 : nil }
    }

    /// A string as it was sent, capped, without our key should the sender repeat it; nil when it is empty.
    func text(_ name: String) -> String? {
        guard let text = value?[name]?.string, !text.isEmpty else { return nil }
        return AnswerObject.capped(redactor.redact(text))
    }

    /// Millimetres of rain or snow within `period`, `1h` or `3h`; a bare number counts as an hour's.
    func precipitation(_ name: String, _ period: String) -> Double? {
        guard let fall = value?[name] else { return nil }
        if case .object = fall { return object(name).number(period, in: PhysicalRange.precipitation) }
        return period == "1h" ? number(name, in: PhysicalRange.precipitation) : nil
    }

    /// The first of the conditions, which is the primary one; nil without a number and a group.
    var condition: Condition? {
        guard let first = array("weather").first, let id = first.integer("id"),
            let group = first.text("main")
        else { return nil }
        return Condition(
            id: id, group: group, text: first.text("description") ?? group, icon: first.text("icon"))
    }

    private static func numeric(_ value: JSONValue) -> JSONValue? {
        guard let text = value.string else { return value }
        return try? JSONValue(parsing: text)
    }

    private static func capped(_ text: String) -> String {
        // No text has more characters than bytes.
        if text.utf8.count <= textLimit { return text }
        // The bytes first: a single character may be a megabyte long. The cut falls between two scalars.
        let limit = text.utf8.index(text.startIndex, offsetBy: 4 * textLimit, limitedBy: text.endIndex)
        return String(text[..<(limit ?? text.endIndex)].prefix(textLimit))
    }
}
