/// Texts taken apart and put together at ASCII signs, scalar by scalar.
///
/// A combining mark behind a comma makes one Character of the two, and no comparison of Characters finds the comma:
/// what is split that way can be led past any separator.
extension StringProtocol {
    /// What stands before and behind the first `separator`; nil where there is none.
    package func cut(at separator: Unicode.Scalar) -> (before: String, after: String)? {
        let scalars = Substring(self).unicodeScalars
        guard let index = scalars.firstIndex(of: separator) else { return nil }
        return (String(scalars[..<index]), String(scalars[scalars.index(after: index)...]))
    }

    /// The text without white space at its ends.
    ///
    /// A mark behind a blank is no blank, though both are one Character of white space.
    package func trimmed() -> String {
        var scalars = Substring(self).unicodeScalars
        while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
        while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }

    /// The text with some scalars replaced.
    package func replacing(_ texts: [Unicode.Scalar: String]) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = texts[scalar] {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
