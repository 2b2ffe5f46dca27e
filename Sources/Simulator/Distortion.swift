/// What is wrong with an otherwise good answer.
enum Distortion {
    case none
    /// `coord` lies about 1,100 km from the question.
    case wrongCoordinates
    /// The data is 30 days old.
    case oldTime
    /// Numbers that JSON does not have: `1e999`, `NaN`.
    case notNumbers
}
