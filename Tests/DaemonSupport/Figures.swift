import Glibc

/// What was measured, a line each, for whoever reads the output: no test depends on it.
package enum Figures {
    package static func print(_ words: String...) {
        Swift.print("figure: " + words.joined(separator: "; "))
        fflush(nil)
    }

    package static func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }
}
