package import Core

/// What is wrong with something the user gave: an argument, a value, a key.
package enum InputFault: Error, Equatable, Sendable {
    case notACount(subject: String, text: String)
    case notAPosition(String)
    case outOfRange(axis: String, value: String, limit: Int)
    case notAPostalCode(String)
    case badName(PlaceName.Fault, text: String)
    case notATime(subject: String, text: String)
    case emptyPeriod(since: String, until: String)
    case notADuration(subject: String, text: String)
    /// Of a line of an imported file.
    case tooManyFields(count: Int, limit: Int)
    case unknownPlaceOption(String)
    case emptyKey
    case malformedKey
}
