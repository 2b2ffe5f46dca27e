import Core

/// Names and postal codes as they stand on the command line and in imported files.
enum NameArgument {
    /// The label without surrounding white space.
    static func validated(_ text: String) throws(CommandError) -> String {
        do throws(PlaceName.Fault) {
            return try PlaceName.validated(text)
        } catch {
            throw .input(.badName(error, text: text))
        }
    }

    /// A postal code and a two-letter country code, `10001,US`.
    static func postalCode(_ text: String) throws(InputFault) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = parts.first, let country = parts.last, !code.isEmpty,
            code.count <= 16,
            code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == " ") }),
            country.count == 2, country.allSatisfy({ $0.isASCII && $0.isLetter })
        else { throw .notAPostalCode(text) }
        return "\(code),\(country.uppercased())"
    }
}
