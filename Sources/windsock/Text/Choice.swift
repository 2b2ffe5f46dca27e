import Core
import Glibc

/// Asks on the terminal which of several matches is meant.
enum Choice {
    /// The question and the answer go through standard error and standard input, so that standard output
    /// stays clean.
    ///
    /// - Returns: The number, from 1.
    /// - Throws: `notACount` when the input ends or after three answers that are none.
    static func ask(_ question: String, _ candidates: [PlaceCandidate]) throws(CommandError) -> Int {
        let lines = ["windsock: " + question] + CandidateList.lines(candidates)
        Session.standardError(lines.map { $0 + "\n" }.joined())
        var answer = ""
        for _ in 0..<3 {
            Session.standardError("which? ")
            guard let line = readLine() else { break }
            answer = line.filter { !$0.isWhitespace }
            if let number = Int(answer), candidates.indices.contains(number - 1) { return number }
            Session.standardError("a number from 1 to \(candidates.count), please\n")
        }
        throw .input(.notACount(subject: "the choice", text: answer))
    }
}
