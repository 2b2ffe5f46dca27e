extension Unicode.Scalar {
    /// C0, DEL, C1, line and paragraph separators, and the controls that reorder text (UAX #9).
    package var isControlOrBidirectional: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// This text made safe to show on a terminal or in a log line.
    ///
    /// Controls, separators, text-direction controls and private-use characters are dropped; of the rest at
    /// most `limit` characters are kept, with `…` where something was cut. Text from outside passes through
    /// here wherever it is printed, and nowhere else.
    package func printable(limit: Int = 64) -> String {
        // Most text is short and plain: nothing of it is dropped or cut, and a list has thousands of names.
        if utf8.count <= limit, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars
        where !scalar.isControlOrBidirectional && scalar.properties.generalCategory != .privateUse
            && scalar.properties.generalCategory != .unassigned
        {
            kept.append(scalar)
        }
        let text = String(kept)
        return text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
    }
}
