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
        guard let code = PlaceQuery.postalCode(text) else { throw .notAPostalCode(text) }
        return code
    }
}
