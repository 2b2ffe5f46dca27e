import Core

/// Comma-separated values as RFC 4180 has them: fields with commas, quotes or line ends stand in quotes, a
/// quote within is doubled.
///
/// LF ends a line as CR LF does.
package enum CSV {
    package struct Record: Equatable, Sendable {
        /// Where it begins, from 1.
        package let line: Int
        package let fields: [String]

        package init(line: Int, fields: [String]) {
            self.line = line
            self.fields = fields
        }
    }

    /// Reads all records.
    ///
    /// Empty lines are none.
    ///
    /// - Throws: `ImportFault` for a quote that is never closed, or one in the middle of a field.
    package static func records(_ text: String) throws(ImportFault) -> [Record] {
        var records: [Record] = []
        var fields: [String] = []
        var field = ""
        var line = 1
        var start = 1
        var isQuoted = false
        var wasQuoted = false
        func finish() {
            fields.append(field)
            if fields != [""] { records.append(Record(line: start, fields: fields)) }
            fields = []
            field = ""
            wasQuoted = false
        }
        // By scalars: CR LF is one Character.
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            if scalar == "\n" { line += 1 }
            if isQuoted {
                guard scalar == "\"" else {
                    field.unicodeScalars.append(scalar)
                    continue
                }
                isQuoted = index < scalars.count && scalars[index] == "\""
                if isQuoted {
                    field.append("\"")
                    index += 1
                }
                continue
            }
            switch scalar {
            case ",":
                fields.append(field)
                field = ""
                wasQuoted = false
            case "\r" where index == scalars.count || scalars[index] == "\n": continue
            case "\n":
                finish()
                start = line
            case "\"":
                guard field.isEmpty, !wasQuoted else {
                    throw ImportFault(line: line, what: "a quote in the middle of a field")
                }
                isQuoted = true
                wasQuoted = true
            default: field.unicodeScalars.append(scalar)
            }
        }
        guard !isQuoted else { throw ImportFault(line: start, what: "a quote that is never closed") }
        finish()
        return records
    }

    /// One record, without its line end.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = field.unicodeScalars.allSatisfy { !",\"\n\r".unicodeScalars.contains($0) }
            return isPlain && field.first != " " && field.last != " "
                ? field : "\"" + field.replacing(["\"": "\"\""]) + "\""
        }.joined(separator: ",")
    }
}
